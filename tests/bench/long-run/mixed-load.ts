import { setTimeout } from 'node:timers/promises'
import { loadDatasets } from '../../../src/definition/load.ts'
import { createSeededRandom, type SeededRandom } from '../../crash/seeded-random.ts'
import { enableOnly, readTree, type TreeNode } from '../../support/test-users.ts'
import { listScopeValues } from '../growth/records.ts'
import { formatUrl } from '../growth/urls.ts'
import type { LoadClient, Response } from './client.ts'

/** The accounts of a run: one that administers, some that read all the time, some that sign in again and again. */
export interface Accounts {
  readonly administrator: string
  readonly readers: readonly string[]
  readonly guests: readonly string[]
  readonly password: string
  readonly roleId: number
}

interface Options {
  readonly perSecond: number
  readonly years: readonly number[]
  readonly accounts: Accounts
}

const datasets = loadDatasets('datasets')
const WORKERS = 12
const MAX_ETAGS = 500
const SERVICE = 'service=bidashboard'

/** The requests of a working portal at a steady pace, in an order that a seed decides. */
export class MixedLoad {
  /** The entries of the history that the calls make at most. */
  events = 0
  readonly #client: LoadClient
  readonly #options: Options
  readonly #random: SeededRandom = createSeededRandom(20_261_123)
  readonly #etags = new Map<string, string>()
  readonly #actions: readonly (() => Promise<unknown>)[]
  #administrator = ''
  #readers: readonly string[] = []
  #menu: readonly TreeNode[] = []
  #count = 0
  #over = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(client: LoadClient, options: Options) {
    this.#client = client
    this.#options = options
    this.#actions = [
      ...repeat(200, () => this.#readReport()),
      ...repeat(30, () => this.#get(this.#pickUrl(['years', 'months']))),
      ...repeat(40, () => this.#get('/auth/permissions')),
      ...repeat(20, () => this.#send('POST', '/auth/validate-token', this.#reader())),
      ...repeat(30, () => this.#readList()),
      ...repeat(15, () => this.#download()),
      ...repeat(8, () => this.#visit()),
      ...repeat(4, () => this.#signIn(this.#random.pick(options.accounts.guests))),
      ...repeat(8, () => this.#failToSignIn()),
      ...repeat(4, () => this.#administer()),
      () => this.#exportHistory(),
    ]
  }

  /** Opens the sessions that last through the run. */
  async signIn(): Promise<void> {
    const { administrator, readers } = this.#options.accounts
    this.#administrator = await this.#signIn(administrator)
    this.#readers = await Promise.all(readers.map((reader) => this.#signIn(reader)))
    const { body } = await this.#send('GET', '/v1/menu-hierarchy', this.#administrator)
    this.#menu = readTree(body)
  }

  /** Starts or continues. */
  start(): void {
    this.#over = new AbortController()
    const { signal } = this.#over
    const stepMs = 1_000 / this.#options.perSecond
    let next = performance.now()
    const work = async () => {
      while (!signal.aborted) {
        const at = (next = Math.max(next + stepMs, performance.now() - 1_000))
        await setTimeout(Math.max(0, at - performance.now()))
        if (signal.aborted) return
        this.#count += 1
        await this.#random
          .pick(this.#actions)()
          .catch((error: unknown) => {
            // An action that the restart interrupted cannot go on.
            if (!this.#client.isRestarting) this.#client.report(String(error))
          })
      }
    }
    this.#running = Promise.all(Array.from({ length: WORKERS }, work))
  }

  /** Ends the running actions and closes the connections. */
  async pause(): Promise<void> {
    this.#over.abort()
    await this.#running
    await this.#client.disconnect()
  }

  readonly #reader = (): string => this.#random.pick(this.#readers)

  #send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    token: string,
    body?: unknown,
    expected: readonly number[] = [200, 201],
  ): Promise<Response> {
    return this.#client.send({ method, path, token, expected, headers: this.#forwarded(), body })
  }

  #get(path: string, token = this.#reader()): Promise<Response> {
    return this.#send('GET', path, token)
  }

  /** Every request comes from one of 400 networks. */
  #forwarded(): Readonly<Record<string, string>> {
    return { 'x-forwarded-for': `203.${this.#random.below(2)}.${this.#random.below(200)}.7` }
  }

  #pickUrl(kinds: readonly ('list' | 'years' | 'months' | 'download')[]): string {
    const urls = datasets.flatMap((dataset) =>
      kinds.flatMap((kind) => {
        const endpoint = dataset.endpoints[kind]
        return endpoint === null ? [] : [{ dataset, endpoint }]
      }),
    )
    const { dataset, endpoint } = this.#random.pick(urls)
    return formatUrl(dataset, endpoint, {
      values: this.#random.pick(listScopeValues(dataset)),
      year: this.#random.pick(this.#options.years),
      month: 1 + this.#random.below(12),
    })
  }

  /** Reads a report; half of the clients have it already. */
  async #readReport(): Promise<void> {
    const path = this.#pickUrl(['list'])
    const known = this.#random.below(2) === 0 ? undefined : this.#etags.get(path)
    const headers = { ...this.#forwarded(), ...(known === undefined ? {} : { 'if-none-match': known }) }
    const { etag } = await this.#client.send({ path, token: this.#reader(), headers, expected: [200, 304] })
    if (this.#etags.size > MAX_ETAGS) this.#etags.clear()
    if (etag !== undefined) this.#etags.set(path, etag)
  }

  #readList(): Promise<Response> {
    const lists = ['role-master', 'system-users', 'audit-events', 'sessions']
    return this.#get(
      `/v1/${this.#random.pick(lists)}?page=${this.#random.below(3)}&size=25`,
      this.#administrator,
    )
  }

  #download(): Promise<Response> {
    this.events += 1
    return this.#get(this.#pickUrl(['download']))
  }

  async #signIn(username: string): Promise<string> {
    this.events += 1
    const { password } = this.#options.accounts
    const { status, body } = await this.#send('POST', '/auth/login', '', { username, password })
    if (status === 503) throw new UnavailableError()
    return String(body['accessToken'])
  }

  /** Signs in, reads and signs out. */
  async #visit(): Promise<void> {
    const token = await this.#signIn(this.#random.pick(this.#options.accounts.guests))
    await this.#get('/auth/permissions', token)
    this.events += 1
    await this.#send('POST', '/auth/logout', token, {})
  }

  /** Wrong passwords of an account that exists, which may be refused as too many, and unknown names. */
  #failToSignIn(): Promise<Response> {
    this.events += 1
    const username = this.#random.below(2) === 0 ? 'victim' : `unknown-${this.#count}`
    return this.#send('POST', '/auth/login', '', { username, password: 'wrong' }, [401, 429])
  }

  #exportHistory(): Promise<Response> {
    this.events += 1
    return this.#get('/v1/audit-events/export', this.#administrator)
  }

  /** Adds a role and a user, changes both, and deletes them. */
  async #administer(): Promise<void> {
    const name = `churn-${this.#count}`
    const change = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
      this.events += 1
      const response = await this.#send(method, path, this.#administrator, body)
      if (response.status === 503) throw new UnavailableError()
      return response
    }
    const roleId = readId(await change('POST', '/v1/role-master', { name, description: 'of a long run' }))
    const records = enableOnly(this.#menu, this.#random.some(this.#menu.map(({ id }) => id)))
    await change('POST', `/v1/rights-management/save-role-rights?roleId=${roleId}&${SERVICE}`, { records })
    const user = { password: 'kept-Through-9-Falls', owner: 'admin', loginIP: '' }
    const emailId = `${name}@portal.example`
    const userId = readId(
      await change('POST', '/v1/system-users', { ...user, userId: name, roleId, emailId }),
    )
    await change('PUT', `/v1/system-users/${userId}/status?status=Inactive`)
    await change('POST', `/v1/rights-management/save-system-user-rights?userId=${userId}&${SERVICE}`, {
      records,
    })
    await change('DELETE', `/v1/system-users/${userId}`)
    await change('DELETE', `/v1/role-master/${roleId}`)
  }
}

/** A call got a 503, which the client counts. */
class UnavailableError extends Error {}

const repeat = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)

function readId({ status, body }: Response): number {
  const { id } = (body['records'] ?? {}) as Readonly<Record<string, unknown>>
  if (typeof id !== 'number') throw new Error(`no record was created: status ${status}`)
  return id
}
