import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'content-disposition'
import { z } from 'zod'
import type { RequestUrl } from '../../report/model/template.ts'
import { formatToday } from '../../time/calendar.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import { DEMO_PASSWORD } from '../../server/data/demo/demo-accounts.ts'
import type { RunningServer } from '../../server/start.ts'
import { parseSettings } from '../../server/config.ts'
import { suggest } from '../../diagnostics/diagnostic.ts'
import { loadDatasets } from '../../loading/load.ts'
import type { DatasetPlan, EndpointPlan } from '../../dataset/dataset-plan.ts'
import { UsageError } from '../command.ts'
import { DatasetsFolder, requireFolder } from './folder.ts'
import { getErrorReason, getRootCause } from '../../server/platform/database/errors.ts'

/** Contains the response to one call, of any status. */
export interface ApiResponse {
  readonly status: number
  readonly contentType: string
  readonly fileName: string | null
  readonly bytes: Uint8Array
}

export interface ApiClient {
  readonly title: string
  /** The date for file names, `YYYY-MM-DD`. */
  readonly today: string
  /** Throws if the API does not respond. */
  readonly request: (call: RequestUrl) => Promise<ApiResponse>
  readonly explainEmpty: (call: RequestUrl) => string
  readonly close: () => Promise<void>
}

const NO_DEMO = 'the embedded API has those of datasets with a "demo"'

export function formatUrl({ path, query }: RequestUrl): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Sends equal calls once, so that what is verified is also what is recorded. */
export function sendOnce(api: ApiClient): ApiClient & { readonly countCalls: () => number } {
  const responses = new Map<string, ReturnType<ApiClient['request']>>()
  return {
    ...api,
    request: (call) => {
      const key = JSON.stringify(call)
      const response = responses.get(key) ?? api.request(call)
      responses.set(key, response)
      return response
    },
    countCalls: () => responses.size,
  }
}

/** Returns the JSON of a response; undefined if the body is not JSON. */
export function parseJson({ bytes }: ApiResponse): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Returns the file name of a Content-Disposition header (RFC 6266), as it is sent; null if it contains none. */
const parseFileName = (header: string | null): string | null =>
  header === null ? null : (parse(header).parameters['filename'] ?? null)

export const apiArguments = {
  url: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
  token: z
    .undefined({
      error:
        'a token is not accepted as an argument, which other users of the machine can see and the shell keeps in its history; set API_TOKEN in the environment instead',
    })
    .optional(),
  select: z
    .string()
    .regex(/^\w+=[^,=]+(,\w+=[^,=]+)*$/, 'such as year=2025,month=3')
    .optional(),
  'datasets-dir': DatasetsFolder,
}

export const API_USAGE =
  '[--url URL (its token in API_TOKEN) | --datasets-dir FOLDER] [--select year=2025,month=3]'

/** Connects to the API at `url` with the token in API_TOKEN, or else to the embedded API for reports and datasets. */
export async function connectToApi(
  { url, 'datasets-dir': datasets }: { readonly url?: string | undefined; readonly 'datasets-dir': string },
  reports: string,
): Promise<ApiClient> {
  if (url !== undefined) return connectToRemoteApi(url, process.env['API_TOKEN'] || null, new Date())
  requireFolder(datasets)
  return startEmbeddedApi(reports, datasets)
}

/** Parses `year=2025,month=3` as a selection of screens. Throws UsageError if no screen has a selector of a name. */
export function parseSelection(text: string | undefined, plans: readonly Pick<ReportPlan, 'selectors'>[]) {
  const names = new Set(plans.flatMap(({ selectors }) => selectors.map(({ name }) => name)))
  // A part without a name is a further value of the one before it: region=N,S.
  const pairs = (text ?? '')
    .split(/,(?=[^,=]*=)/)
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=') as [string, string])
  const unknown = pairs.find(([name]) => !names.has(name))
  if (unknown !== undefined) {
    throw new UsageError(`--select: no selector '${unknown[0]}'${suggest(unknown[0], names)}`)
  }
  return Object.fromEntries(pairs)
}

/** The demo's records are of 2024 and 2025; a fixed day makes recordings the same on every machine. */
const NOW = new Date('2025-06-30T12:00:00.000Z')
const Login = z.object({ accessToken: z.string() })

async function startEmbeddedApi(reports: string, datasets: string): Promise<ApiClient> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-reports-'))
  const environment = {
    DATA_DIR: dataDir,
    REPORTS_DIR: resolve(reports),
    DATASETS_DIR: resolve(datasets),
    LOG_LEVEL: 'silent',
    PORTAL_DIR: dataDir,
  }
  const log = { write: () => undefined, getError: () => undefined }
  const context = { clock: () => NOW, log, servesMisfits: true }
  // Commands that call no API start faster without a server.
  const { startServer } = await import('../../server/start.ts')
  const running = await startServer(parseSettings(environment, '.'), context)
  const address = await running.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...connectToRemoteApi(address, await signIn(running), NOW),
    title: 'the embedded API with demo records',
    explainEmpty: createExplanation(loadDatasets(datasets)),
    close: async () => {
      await running.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates what names the datasets that serve a call and have no demo records. */
function createExplanation(datasets: readonly DatasetPlan[]): ApiClient['explainEmpty'] {
  const lacking = datasets.filter((dataset) => !hasDemo(dataset))
  return ({ path }) => {
    const parts = path.slice(1).split('/')
    const isSame = (endpoint: EndpointPlan | null) =>
      endpoint?.path.length === parts.length &&
      endpoint.path.every((part, index) => !('text' in part) || part.text === parts[index])
    const asked = lacking.filter(({ endpoints }) => isSame(endpoints.list) || isSame(endpoints.years))
    const names = asked.map(({ id }) => `'${id}'`).join(', ')
    return asked.length === 0 ? NO_DEMO : `the dataset ${names} has no "demo", so that it has no records here`
  }
}

const hasDemo = ({ demo, from }: DatasetPlan): boolean =>
  demo !== null || from?.sources.every(hasDemo) === true

async function signIn({ app }: RunningServer): Promise<string> {
  const payload = { username: 'superadmin', password: DEMO_PASSWORD }
  const response = await app.inject({ method: 'POST', url: '/auth/login', payload })
  return Login.parse(response.json()).accessToken
}

const TIME_LIMIT = 30_000

/** Returns an API below a base URL. A redirect is an error, so that the token is sent to no other host. */
function connectToRemoteApi(url: string, token: string | null, now: Date): ApiClient {
  const base = url.replace(/\/+$/, '')
  return {
    title: `the API at ${base}`,
    today: formatToday(now, 'utc'),
    request: async (call) => {
      const response = await fetch(`${base}${formatUrl(call)}`, {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        redirect: 'error',
        signal: AbortSignal.timeout(TIME_LIMIT),
      }).catch((error: unknown) => {
        // The error of fetch says only "fetch failed".
        throw new Error(getErrorReason(getRootCause(error)), { cause: error })
      })
      return {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        fileName: parseFileName(response.headers.get('content-disposition')),
        bytes: new Uint8Array(await response.arrayBuffer()),
      }
    },
    explainEmpty: () => NO_DEMO,
    close: () => Promise.resolve(),
  }
}
