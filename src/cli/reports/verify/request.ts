import { z } from 'zod'
import { type Place, suggest } from '../../../diagnostics/diagnostic.ts'
import { apiWarnings, type ApiRule, type ApiWarning } from '../../../diagnostics/rule-catalogue.ts'
import { walkPath } from '../../../report/model/report-response.ts'
import type { RequestUrl } from '../../../report/model/template.ts'
import { getErrorReason } from '../../../server/platform/database/errors.ts'
import { type ApiClient, type ApiResponse, formatUrl, parseJson } from '../api-client.ts'
import { classifyDownload } from '../../../report/selection/download-response.ts'
import type { Labels } from '../../../report/selection/titles-and-file-names.ts'
import type { ReportPlan } from '../../../report/model/report-plan.ts'

/** Describes a difference between an API and a definition, at the location in the definition. */
export interface Finding {
  readonly origin: Place
  readonly rule: ApiRule | ApiWarning
  readonly message: string
}

/** Returns true for a difference that may be intended; it does not fail the command. */
export const isWarning = ({ rule }: Finding): boolean => Object.hasOwn(apiWarnings, rule)

const Envelope = z.looseObject({
  success: z.literal(true, { error: 'true expected' }),
  message: z.string({ error: 'a text expected' }).nullish(),
})

/** Sends a call; returns a finding if the API does not respond. */
async function sendRequest(api: ApiClient, call: RequestUrl, origin: Place): Promise<ApiResponse | Finding> {
  try {
    return await api.request(call)
  } catch (error) {
    return { origin, rule: 'api-unreachable', message: `GET ${formatUrl(call)}: ${getErrorReason(error)}` }
  }
}

export const isFinding = (value: object): value is Finding => 'rule' in value

/** Sends a call and returns the body of its response, or else why that is not valid. */
export async function requestBody(
  api: ApiClient,
  call: RequestUrl,
  origin: Place,
): Promise<{ readonly body: unknown } | Finding> {
  const response = await sendRequest(api, call, origin)
  return isFinding(response) ? response : parseEnvelope(response, call, origin)
}

/** Returns the body of a valid response, or else the finding. */
function parseEnvelope(
  response: ApiResponse,
  call: RequestUrl,
  origin: Place,
): { readonly body: unknown } | Finding {
  const finding = (rule: ApiRule, message: string): Finding => ({
    origin,
    rule,
    message: `GET ${formatUrl(call)}: ${message}`,
  })
  const body = parseJson(response)
  if (response.status !== 200)
    return finding('api-status', `${response.status}${formatReason(body)}; 200 is expected`)
  if (body === undefined)
    return finding('api-json', `found ${response.contentType || 'no type'}; JSON is expected`)
  const parsed = Envelope.safeParse(body)
  if (parsed.success) return { body }
  const reasons = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'response'}: ${message}`,
  )
  return finding('api-envelope', `${reasons.join('; ')}${formatReason(body)}`)
}

function formatReason(body: unknown): string {
  const { data } = z.looseObject({ message: z.string().min(1) }).safeParse(body)
  return data === undefined ? '' : ` ('${data.message.slice(0, 200)}')`
}

/** Returns the value at a path of a body, or a message with the first missing step and a similar name that exists. */
export function getPath(
  body: unknown,
  path: readonly string[],
): { readonly value: unknown } | { readonly missing: string } {
  const result = walkPath(body, path)
  if (result.found) return { value: result.value }
  const { parent, step } = result
  const names =
    typeof parent === 'object' && parent !== null && !Array.isArray(parent) ? Object.keys(parent) : []
  return {
    missing: `no '${path.slice(0, step + 1).join('.')}' in the response${suggest(path[step] ?? '', names)}`,
  }
}

const WORKBOOK = /spreadsheetml|ms-excel|octet-stream/

/** Verifies that the download of a screen is a workbook with the file name of the definition. */
export async function verifyDownload(plan: ReportPlan, origin: Place | null, names: Labels, api: ApiClient) {
  const call = names.downloadCall
  if (plan.download === null || call === null || origin === null) return []
  const place = origin.at('url')
  const response = await sendRequest(api, call, place)
  if (isFinding(response)) return [response]
  const finding = (key: string, rule: Finding['rule'], message: string): Finding[] => [
    { origin: origin.at(key), rule, message: `GET ${formatUrl(call)}: ${message}` },
  ]
  if (response.status !== 200) {
    const read = parseEnvelope(response, call, place)
    return isFinding(read) ? [read] : []
  }
  const { contentType, bytes, fileName } = response
  const outcome = classifyDownload(plan, { ok: true, status: 200, statusText: '', contentType, bytes })
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (outcome.kind === 'failed' || !WORKBOOK.test(contentType) || !isZip) {
    const received = parseJson(response) === undefined ? contentType || 'no type' : 'JSON'
    return finding('url', 'download-type', `found ${received}, ${bytes.length} bytes; a workbook is expected`)
  }
  const { workbookName } = names
  if (fileName !== null && fileName !== workbookName) {
    const message = `the server calls it '${fileName}', the definition '${workbookName}'`
    return finding('fileName', 'download-name', message)
  }
  if (fileName === null && plan.download.useServerFileName) {
    const message = `the response has no file name; '${workbookName}' would be used`
    return finding('useServerFileName', 'download-name', message)
  }
  return []
}
