import { type Place } from '../../../diagnostics/diagnostic.ts'
import { classifyDownload } from '../../../report/selection/download-response.ts'
import type { Labels } from '../../../report/selection/titles-and-file-names.ts'
import type { ReportPlan } from '../../../report/model/report-plan.ts'
import { type ApiClient, formatUrl, parseJson } from '../api-client.ts'
import { type Finding, isFinding, parseEnvelope, sendRequest } from './request.ts'

const WORKBOOK = /spreadsheetml|ms-excel|octet-stream/

/** Verifies that the download of a screen is a workbook with the file name of the definition. */
export async function verifyDownload(
  plan: ReportPlan,
  origin: Place | null,
  names: Labels,
  api: ApiClient,
): Promise<readonly Finding[]> {
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
    const found = parseJson(response) === undefined ? contentType || 'no type' : 'JSON'
    return finding('url', 'download-type', `found ${found}, ${bytes.length} bytes; a workbook is expected`)
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
