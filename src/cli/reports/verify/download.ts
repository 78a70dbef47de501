import { childRef, type SourceRef } from '../../../definition/diagnostic.ts'
import { classifyDownload } from '../../../report/download.ts'
import type { Labels } from '../../../report/labels.ts'
import type { ReportPlan } from '../../../report/plan.ts'
import { formatUrl, type ApiClient, parseJson } from '../api-client.ts'
import { sendRequest, parseEnvelope, isMismatch } from './request.ts'
import { type Mismatch, type Verification, noMismatches } from './mismatch.ts'

const WORKBOOK = /spreadsheetml|ms-excel|octet-stream/

/** Holds the download of a screen against its plan: a workbook, under the name that the definition gives. */
export async function verifyDownload(
  plan: ReportPlan,
  origin: SourceRef | null,
  names: Labels,
  api: ApiClient,
): Promise<Verification> {
  if (plan.download === null || origin === null) return noMismatches
  const call = names.downloadCall
  const at = childRef(origin, 'url')
  const answer = await sendRequest(api, call, at)
  if (isMismatch(answer)) return { faults: [answer], notes: [] }
  const fault = (key: string, rule: Mismatch['rule'], message: string): Verification => ({
    faults: [{ origin: childRef(origin, key), rule, message: `GET ${formatUrl(call)}: ${message}` }],
    notes: [],
  })
  if (answer.status !== 200) {
    const read = parseEnvelope(answer, call, at)
    return isMismatch(read) ? { faults: [read], notes: [] } : noMismatches
  }
  const { contentType, bytes, fileName } = answer
  const outcome = classifyDownload(plan, { ok: true, status: 200, statusText: '', contentType, bytes })
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (outcome.kind === 'failed' || !WORKBOOK.test(contentType) || !isZip) {
    const found = parseJson(answer) === undefined ? contentType || 'no type' : 'JSON'
    return fault('url', 'download-type', `found ${found}, ${bytes.length} bytes; a workbook is expected`)
  }
  const { workbookName } = names
  if (fileName !== null && fileName !== workbookName) {
    return fault(
      'fileName',
      'download-name',
      `the server calls it '${fileName}', the definition '${workbookName}'`,
    )
  }
  if (fileName === null && plan.download.useServerFileName) {
    return fault('useServerFileName', 'download-name', `no file name came; '${workbookName}' would be used`)
  }
  return noMismatches
}
