import { inside, type Origin } from '../../../definition/diagnostic.ts'
import { judgeDownload } from '../../../report/download.ts'
import type { Names } from '../../../report/labels.ts'
import type { ReportPlan } from '../../../report/plan.ts'
import { addressOf, type Api, jsonOf } from '../api-client.ts'
import { askCall, bodyOf, isFault } from './request.ts'
import { type Fault, type Held, nothing } from './mismatch.ts'

const WORKBOOK = /spreadsheetml|ms-excel|octet-stream/

/** Holds the download of a screen against its plan: a workbook, under the name that the definition gives. */
export async function holdDownload(
  plan: ReportPlan,
  origin: Origin | null,
  names: Names,
  api: Api,
): Promise<Held> {
  if (plan.download === null || origin === null) return nothing
  const call = names.downloadCall
  const at = inside(origin, 'call')
  const answer = await askCall(api, call, at)
  if (isFault(answer)) return { faults: [answer], notes: [] }
  const fault = (key: string, rule: Fault['rule'], message: string): Held => ({
    faults: [{ origin: inside(origin, key), rule, message: `GET ${addressOf(call)}: ${message}` }],
    notes: [],
  })
  if (answer.status !== 200) {
    const read = bodyOf(answer, call, at)
    return isFault(read) ? { faults: [read], notes: [] } : nothing
  }
  const { contentType, bytes, fileName } = answer
  const outcome = judgeDownload(plan, { ok: true, status: 200, statusText: '', contentType, bytes })
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (outcome.kind === 'failed' || !WORKBOOK.test(contentType) || !isZip) {
    const found = jsonOf(answer) === undefined ? contentType || 'no type' : 'JSON'
    return fault('call', 'download-type', `found ${found}, ${bytes.length} bytes; a workbook is expected`)
  }
  const { workbookName } = names
  if (fileName !== null && fileName !== workbookName) {
    return fault(
      'fileName',
      'download-name',
      `the server calls it '${fileName}', the definition '${workbookName}'`,
    )
  }
  if (fileName === null && plan.download.serverName) {
    return fault('serverName', 'download-name', `no file name came; '${workbookName}' would be used`)
  }
  return nothing
}
