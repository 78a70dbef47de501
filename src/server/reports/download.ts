import type { FastifyReply, FastifyRequest } from 'fastify'
import { resolveLabels } from '../../report/labels.ts'
import type { Report, ReportPlan, Selection } from '../../report/plan.ts'
import { badRequest, notFound } from '../http/api-error.ts'
import type { AppDeps } from '../app-deps.ts'
import { logAuditEvent, formatRoute } from '../http/audit.ts'
import { getCurrentUser } from '../http/authorization.ts'
import { MAX_COLUMNS } from '../workbook/build.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import { matchCall } from './match-call.ts'
import type { DatasetRead } from '../datasets/read.ts'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Answers a download call with the workbook of the plan that names it: laid out from the same answer and by the
 * same plan as the screen. 404 where no definition names the call or the period has no records, 400 where it has more
 * columns than a sheet, 503 where too many workbooks are waiting.
 */
export async function sendWorkbook(
  { reports, clock, workbooks }: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  read: DatasetRead,
): Promise<FastifyReply> {
  const found = findDownload(reports, request.url)
  if (found === undefined) throw notFound('No report has this download.')
  const { plan, selection } = found
  // The file's name bears today's date; what is kept of the file does not.
  const names = resolveLabels(plan, selection, clock().toISOString().slice(0, 10))
  const file = await workbooks({
    key: JSON.stringify([plan.key, { ...read, dataset: read.dataset.id }, names.tableTitle, names.period]),
    moment: request.moment,
    user: getCurrentUser(request).userId,
    task: { read, plan, selection, title: names.tableTitle, period: names.period },
  })
  if (file === 'empty') throw notFound(names.empty)
  if (file === 'too wide') {
    throw badRequest(`A workbook has room for ${MAX_COLUMNS} columns, and this period has more.`)
  }
  logAuditEvent(request, 'report exported', {
    report: plan.reportId,
    call: formatRoute(request),
    period: names.period,
    file: names.workbookName,
  })
  return reply
    .type(WORKBOOK_TYPE)
    .header('content-disposition', contentDisposition(names.workbookName))
    .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
}

function findDownload(
  reports: readonly Report[],
  url: string,
): { readonly plan: ReportPlan; readonly selection: Selection } | undefined {
  for (const plan of reports.flatMap(({ plans }) => plans)) {
    const selection = plan.download === null ? null : matchCall(plan, plan.download.call, url)
    if (selection !== null) return { plan, selection }
  }
  return undefined
}
