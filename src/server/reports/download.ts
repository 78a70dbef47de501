import type { FastifyReply, FastifyRequest } from 'fastify'
import { readAnswer } from '../../engine/answer.ts'
import { namesOf } from '../../engine/names.ts'
import type { Report, ReportPlan, Selection } from '../../engine/report-plan.ts'
import { buildTable } from '../../engine/rows.ts'
import { badRequest, notFound } from '../api-error.ts'
import type { AppDeps } from '../app-deps.ts'
import { audit, routeOf } from '../audit.ts'
import { workbook } from '../workbook/workbook.ts'
import { contentDisposition } from './content-disposition.ts'
import { matchCall } from './match-call.ts'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A sheet of Excel has no more. */
const MAX_COLUMNS = 16_384

/**
 * Answers a download call with the workbook of the plan that names it: laid out from the same answer and by the
 * same plan as the screen. 404 where no definition names the call or the period has no records, 400 where it has more
 * columns than a sheet.
 */
export async function sendWorkbook(
  { reports, clock }: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<FastifyReply> {
  const found = findDownload(reports, request.url)
  if (found === undefined) throw notFound('No report has this download.')
  const { plan, selection } = found
  const table = buildTable(plan, selection, readAnswer(plan, answer))
  const names = namesOf(plan, selection, clock().toISOString().slice(0, 10))
  if (table.rows.length === 0) throw notFound(names.empty)
  if (table.columns.length >= MAX_COLUMNS) {
    throw badRequest(`A workbook has room for ${MAX_COLUMNS} columns, and this period has more.`)
  }
  const file = await workbook({ table, title: names.tableTitle, period: names.period })
  audit(request, 'report exported', {
    report: plan.reportId,
    call: routeOf(request),
    period: names.period,
    file: names.workbookName,
  })
  return reply
    .type(WORKBOOK_TYPE)
    .header('content-disposition', contentDisposition(names.workbookName))
    .send(Buffer.from(file))
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
