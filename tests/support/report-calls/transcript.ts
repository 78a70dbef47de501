import { formatBodyEtag } from '../../../src/server/platform/http/responses.ts'
import type { InjectOptions } from 'fastify'
import { describeDatabase } from '../../../src/server/platform/database/open.ts'
import type { App } from '../../../src/server/app.ts'
import type { DatabaseLocation } from '../../../src/server/platform/database/open.ts'
import { DEMO_PASSWORD } from '../../../src/server/data/demo/demo-accounts.ts'
import { WORKBOOK_TYPE } from '../../../src/workbook/workbook.ts'
import { dataAt } from '../run-data.ts'
import { workbookLines } from './workbook-lines.ts'

export type Caller = 'analyst' | 'administrator' | 'desk' | 'clerk' | 'nobody'

/** The password of those callers that are no demo accounts. */
export const PASSWORD = 'reads-2-Reports-only'

export interface Call {
  readonly caller: Caller
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** As it is sent, byte for byte. */
  readonly body?: string
  /** A tag, or the first or latest one that this transcript has for the address. */
  readonly ifMatch?: string
  /** Records which periods the answer has, and not its figures. */
  readonly periodsOnly?: boolean
}

/** A file of `tests/fixtures/report-calls` that is imported. */
export interface Import {
  readonly kind: string
  readonly file: string
  readonly options?: readonly string[]
}

export type Step = Call | Import

/** A running portal and where its records are. */
export interface Portal {
  readonly app: Pick<App, 'inject'>
  readonly location: DatabaseLocation
  readonly now: () => Date
}

export interface Transcript {
  /** Takes the steps one after the other and tells in text what each of them came to. */
  readonly of: (steps: readonly Step[]) => Promise<string>
}

const PERIODS = ' (periods)'
const IF_MATCH = 'if-match: '
const FILES = 'tests/fixtures/report-calls/'

/** The steps of a recorded transcript: a call that is added there is recorded by `npm run goldens`. */
export function readSteps(recorded: string): readonly Step[] {
  return [...recorded.matchAll(/^> (.*)\n((?:> .*\n)*)/gm)].map(([, line = '', more = '']): Step => {
    const [caller = '', method = '', url = '', ...options] = line.replace(PERIODS, '').split(' ')
    if (caller === 'import') return { kind: method, file: url.slice(FILES.length), options }
    const lines = more.split('\n').map((one) => one.slice(2))
    const ifMatch = lines[0]?.startsWith(IF_MATCH) ? lines.shift()?.slice(IF_MATCH.length) : undefined
    return {
      caller: caller as Caller,
      method: method as Call['method'],
      url,
      ...(ifMatch === undefined ? {} : { ifMatch }),
      ...(lines.length > 1 ? { body: lines[0] ?? '' } : {}),
      periodsOnly: line.endsWith(PERIODS),
    }
  })
}

export function createTranscript(portal: Portal): Transcript {
  const tokens = new Map<Caller, string>()
  const tags = new Map<string, string[]>()

  const tokenOf = async (caller: Caller) => {
    const known = tokens.get(caller)
    if (known !== undefined) return known
    const isDemo = caller === 'analyst' || caller === 'administrator'
    const payload = { username: caller, password: isDemo ? DEMO_PASSWORD : PASSWORD }
    const answer = await portal.app.inject({ method: 'POST', url: '/auth/login', payload })
    if (answer.statusCode !== 200) throw new Error(`login of ${caller}: ${answer.payload}`)
    const { accessToken } = answer.json<{ accessToken: string }>()
    tokens.set(caller, accessToken)
    return accessToken
  }

  const tagOf = (url: string, wanted: string) => {
    const known = tags.get(url) ?? []
    const tag = wanted === 'first' ? known[0] : wanted === 'latest' ? known.at(-1) : wanted
    if (tag === undefined) throw new Error(`no tag of ${url} is known yet`)
    return tag
  }

  const call = async ({ caller, method, url, body, ifMatch, periodsOnly = false }: Call) => {
    const tag = ifMatch === undefined ? undefined : tagOf(url, ifMatch)
    const request: InjectOptions = {
      method,
      url,
      headers: {
        ...(caller === 'nobody' ? {} : { authorization: `Bearer ${await tokenOf(caller)}` }),
        ...(tag === undefined ? {} : { 'if-match': tag }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: body }),
    }
    const { statusCode, headers, rawPayload } = await portal.app.inject(request)
    // The ETag of a report follows from its recorded body; a record's does not.
    const isOfBody = headers['etag'] === formatBodyEtag(rawPayload)
    const etag = isOfBody ? undefined : headers['etag']
    if (typeof etag === 'string') tags.set(url, [...(tags.get(url) ?? []), etag])
    const told = ['content-type', 'etag', 'content-disposition'].flatMap((name) =>
      headers[name] === undefined || (name === 'etag' && isOfBody)
        ? []
        : [`${name}: ${String(headers[name])}`],
    )
    return [
      `> ${caller} ${method} ${url}${periodsOnly ? PERIODS : ''}`,
      ...(ifMatch === undefined ? [] : [`> if-match: ${ifMatch}`]),
      ...(body === undefined ? [] : [`> ${body}`]),
      String(statusCode),
      ...told,
      ...(headers['content-type'] === WORKBOOK_TYPE
        ? await workbookLines(rawPayload)
        : [periodsOnly ? periodsOf(rawPayload.toString()) : withoutRequestId(rawPayload.toString())]),
    ]
  }

  const bringIn = async ({ kind, file, options = [] }: Import) => {
    const args = [kind, `${FILES}${file}`, ...options]
    const { code, out, err } = await dataAt(portal.now(), portal.location, 'import', ...args)
    const told = [out, err].filter((text) => text !== '').join('\n')
    return [
      `> import ${args.join(' ')}`,
      String(code),
      told.replaceAll(describeDatabase(portal.location), '(the database)'),
    ]
  }

  return {
    of: async (steps) => {
      const texts: string[] = []
      for (const step of steps) {
        const lines = 'kind' in step ? await bringIn(step) : await call(step)
        texts.push(`${lines.join('\n')}\n`)
      }
      return texts.join('\n')
    },
  }
}

const withoutRequestId = (body: string) =>
  body.replace(/"requestId":"[0-9a-f-]{36}"/, '"requestId":"(of this request)"')

interface Dated {
  readonly reportDate?: string
  readonly reportMonth?: number
}

function periodsOf(body: string): string {
  const { records, totalCount } = JSON.parse(body) as {
    readonly records: readonly Dated[] | { readonly data: readonly Dated[] }
    readonly totalCount: number
  }
  const rows = 'data' in records ? records.data : records
  return `${totalCount}: ${rows.map(({ reportDate, reportMonth }) => reportDate ?? reportMonth).join(' ')}`
}
