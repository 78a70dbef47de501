import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { formatToday } from '../../../time/calendar.ts'
import {
  type Report,
  type ReportPlan,
  resolveCompare,
  type Selection,
} from '../../../report/model/report-plan.ts'
import { formatScreenName, resolveLabels } from '../../../report/selection/titles-and-file-names.ts'
import { getNotedDays } from '../../../report/table/row-span.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import { buildAbout } from '../../../workbook/about-sheet.ts'
import { stampWorkbook } from '../../../workbook/stamp.ts'
import { TOO_WIDE, WORKBOOK_TYPE } from '../../../workbook/workbook.ts'
import { badRequest, notFound } from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { authorize, getCurrentUser, getRights } from '../../identity/access/authorization.ts'
import { formatRoute } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { type DatasetRead, readResponse } from '../tables/sent-records.ts'
import { isSourced } from '../../../dataset/dataset-plan.ts'
import { readNotes } from '../notes/stored-notes.ts'
import { type WorkbookTask, readScreen } from '../workbooks/read-screen.ts'
import type { Workbooks } from '../workbooks/workbooks.ts'
import { findDataTime } from './coverage.ts'
import { readTogether, startReads } from './read-call.ts'
import { matchRoute, readSelection } from '../../identity/access/route-match.ts'
import { readParameters } from './requested.ts'

/**
 * Finds the screens whose download is the route, in the order of the reports. Each has the name of its tab and variant, and
 * the match that reads its selection from a request.
 */
export function findDownloadScreens(reports: readonly Report[], pattern: string) {
  return reports.flatMap((report) =>
    report.plans.flatMap((plan) => {
      const url = plan.download?.url ?? null
      const match = url === null ? null : matchRoute(url, pattern)
      return match ? [{ plan, tab: formatScreenName(report, plan), match }] : []
    }),
  )
}

type DownloadScreens = ReturnType<typeof findDownloadScreens>

/**
 * Sends the workbook of the first screen whose selection the request's parameters contain: the same records, in the
 * table of the same plan as on the screen. Responds with 404 if there is no such screen or no record in the period,
 * 400 if the period has more columns than a sheet, 503 if too many workbooks are waiting.
 */
export async function sendWorkbook(
  deps: DataDeps & { readonly workbooks: Workbooks },
  request: FastifyRequest,
  reply: FastifyReply,
  screens: DownloadScreens,
  read: DatasetRead,
): Promise<FastifyReply> {
  const { clock, workbooks, getProductName, reports, deferredEvents, noteScopes } = deps
  const asked = findScreens(screens, request)
  const [first] = asked
  if (first === undefined) throw notFound('No report has this download.')
  const { plan, tab, selection } = first
  const rights = getRights(request)
  // The call does not say which of the screens that send it was the one: the notes of each that the caller may open.
  const notes = new Set(asked.flatMap((screen) => noteScopes.ofScreen(screen.plan.key) ?? []))
  const noted = [...notes].filter((scope) => noteScopes.isReadable(scope, rights))
  const { userId, username } = getCurrentUser(request)
  const startedAt = clock()
  // The file name contains today's date; the cached file does not.
  const names = resolveLabels(plan, selection, formatToday(startedAt, 'utc'))
  const about = buildAbout(plan, tab, names)
  const compare = resolveCompare(plan, ComparedQuery.parse(request.query ?? {}).compare ?? null)
  const reads = startReads(deps, request, reply)
  const readPeriod = (db: Connection, chosen: Selection) =>
    readResponse({ db, reads }, chosen === selection ? read : movePeriod(plan, chosen, read), Infinity)
  const readTask = async (db: Connection): Promise<WorkbookTask> => ({
    ...(await readScreen(plan, selection, (chosen) => readPeriod(db, chosen), compare)),
    notes: await readNotes(db, noted, getNotedDays(getPeriod(plan, selection))),
    title: names.tableTitle,
    period: names.period,
    about: { ...about, changedAt: await findDataTime(db, [read.dataset]) },
  })
  const readAll = () => readTogether(deps.database, [read.dataset], readTask)
  // No other workbook waits for another database.
  const sourced = isSourced(read.dataset) ? await readAll() : null
  const file = await workbooks({
    key: JSON.stringify([
      plan.key,
      { ...read, dataset: read.dataset.id },
      names.tableTitle,
      names.period,
      about.source,
      compare,
      noted,
    ]),
    // A commit says nothing of other databases.
    dataVersion: sourced === null ? request.dataVersion : undefined,
    user: userId,
    read: async () => sourced ?? (await readAll()),
  })
  // It may have waited for others.
  await authorize(deps.database, request, deps)
  if (file === 'empty') throw notFound(names.empty)
  if (file === 'too wide') throw badRequest(TOO_WIDE)
  const stamped = stampWorkbook(file, {
    title: names.tableTitle,
    product: getProductName(),
    user: username,
    exportedAt: clock(),
    // A cached file equals a fresh read at the start of the request.
    dataAt: startedAt,
  })
  const line = {
    report: plan.reportId,
    call: formatRoute(request),
    period: names.period,
    ...(compare !== null && { compare }),
    file: names.workbookName,
  }
  const label = reports.find(({ id }) => id === plan.reportId)?.menu.label
  const details = { ...line, title: names.tableTitle }
  await deferredEvents.record(request, 'report exported', line, { subject: label ?? plan.reportId, details })
  return reply
    .type(WORKBOOK_TYPE)
    .header('content-disposition', formatContentDisposition(names.workbookName))
    .send(Buffer.from(stamped.buffer, stamped.byteOffset, stamped.byteLength))
}

/** Returns the same read for the period of an earlier selection. */
function movePeriod(plan: ReportPlan, earlier: Selection, read: DatasetRead): DatasetRead {
  const { year, days } = getPeriod(plan, earlier)
  return { ...read, year: year ?? undefined, month: undefined, days: days ?? undefined }
}

const ComparedQuery = z.looseObject({ compare: z.string().optional() })

/** Returns the header of an attachment: a name in ASCII for every client, and the exact name (RFC 6266, S52). */
export function formatContentDisposition(fileName: string): string {
  const name = fileName.replaceAll(/[\p{Cc}\p{Surrogate}/\\]/gu, '').slice(0, 200)
  const plain = name
    .replaceAll(/[^\x20-\x7e]/g, '_')
    .replaceAll('"', "'")
    .replaceAll('%', '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** Finds the screens whose selection a request contains, with that selection. */
function findScreens(screens: DownloadScreens, request: FastifyRequest) {
  const parameters = readParameters(request)
  return screens.flatMap(({ plan, tab, match }) => {
    const selection = readSelection(match, plan, parameters)
    return selection === null ? [] : [{ plan, tab, selection }]
  })
}
