import { formatPeriodName, getEarlierSelection } from '../../../report/selection/earlier-period.ts'
import { parseDate } from '../../../time/calendar.ts'
import { countDays, type DayRange, formatDay } from '../../../time/days.ts'
import type { AlertPlan } from '../../../report/model/alert-plan.ts'
import type { WatchedPeriod } from '../../../report/alerts/find-firing-rows.ts'
import { listBound } from '../../../dataset/sample-requests.ts'
import { countUsualDays } from '../../../report/alerts/usual-values.ts'
import type { ReportPlan, Selection } from '../../../report/model/report-plan.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import { offerStoredYears } from '../../../report/selection/options.ts'
import { listPeriods } from '../../../report/selection/latest-period.ts'
import type { Connection } from '../../platform/database/handle.ts'
import type { ReadCall } from '../../data/reports/read-call.ts'
import { formatCall, layOutScreen, readScreen } from '../../data/workbooks/read-screen.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { findKeyDays } from '../../../dataset/key-spans.ts'
import { listStored } from '../../data/reports/coverage.ts'
import { listStoredSince } from '../../data/tables/stored-records.ts'

/** So many days are watched again, where each is a period of its own: their records can come late. */
const LATE_DAYS = 7
/** The most periods that are loaded because they are the latest. */
const MAX_PERIODS = 31
/** The most earlier periods that are loaded because records of them are new, or that are replayed. */
const MAX_LATE = 400
/** So many periods are looked at to find them: 30 years of days. */
const MAX_STEPS = 11_000

/** Loads the latest period with records of the screen that an alert watches, and how to load others; null without any. */
async function openScreen(
  db: Connection,
  read: ReadCall,
  plan: ReportPlan,
  { selectors, when }: AlertPlan,
  today: string,
) {
  const all: ReportPlan = { ...plan, rows: { ...plan.rows, sort: null, top: null } }
  const change = when.kind === 'condition' ? when.change : null
  const fetchBody = async (call: string): Promise<unknown> => JSON.parse(await read(db, call))
  const { options, selections } = await listPeriods(offerStoredYears(plan), fetchBody, today, selectors)
  const readSelection = (chosen: Selection) => read(db, formatCall(plan, chosen, today, options))
  const watch = async (selection: Selection): Promise<WatchedPeriod> => {
    const screen = await readScreen(all, selection, readSelection, change, options)
    return { selection, name: formatPeriodName(plan, selection), table: layOutScreen(screen) }
  }
  /** Returns null if the calendar has no earlier period. */
  const watchEarlier = async ({ selection }: WatchedPeriod) => {
    const earlier = getEarlierSelection(plan, selection, 'previous')
    return earlier && (await watch(earlier))
  }
  for (const selection of selections) {
    const latest = await watch(selection)
    if (latest.table.rows.every(({ hasRecord }) => !hasRecord)) continue
    return { latest, watch, watchEarlier }
  }
  return null
}

/** Loads the latest period, and those before it as long as the first of them is not enough; the earliest first. */
async function loadBack(
  { latest, watchEarlier }: NonNullable<Awaited<ReturnType<typeof openScreen>>>,
  isWanted: (first: WatchedPeriod, count: number) => boolean,
): Promise<readonly WatchedPeriod[]> {
  const periods = [latest]
  for (let first: WatchedPeriod | null = latest; first !== null && isWanted(first, periods.length);) {
    first = await watchEarlier(first)
    if (first !== null) periods.unshift(first)
  }
  return periods
}

/**
 * Loads the latest period with records, and those before it that the alert has to know: periods that began after the step
 * `upTo`, which it evaluated last, and those whose records can come late. `late` has earlier ones whose records are new, with
 * the periods that decide what they mean, each list without a gap.
 */
export async function loadPeriods(
  db: Connection,
  read: ReadCall,
  plan: ReportPlan,
  alert: AlertPlan,
  { upTo, since }: { readonly upTo: string | null; readonly since: string },
  today: string,
) {
  const { when } = alert
  const screen = await openScreen(db, read, plan, alert, today)
  if (screen === null) return { latest: [], late: [], since }
  const isDaily = plan.selectors.some(({ kind }) => kind === 'date')
  const again = Math.max(
    isDaily ? LATE_DAYS : 1,
    plan.rows.key.kind === 'text' && when.kind === 'condition' ? when.for : 1,
  )
  const usualFrom = findUsualStart(plan, when, findStart(plan, screen.latest))
  const latest = await loadBack(screen, (first, count) => {
    if (when.kind === 'missing') return false
    if (usualFrom !== null && count < MAX_LATE && findStart(plan, first) > usualFrom) return true
    const start = getPeriod(plan, first.selection).days?.first ?? ''
    return count <= again || (count < MAX_PERIODS && upTo !== null && start > upTo)
  })
  const stored = await listNewDays(db, listBound(read.datasets, plan), since)
  const late: WatchedPeriod[][] = []
  let isGap = true
  for (const earlier of listLate(plan, when, (latest[0] ?? screen.latest).selection, stored.days)) {
    if (earlier !== null) {
      if (isGap) late.unshift([])
      late[0]?.unshift(await screen.watch(earlier))
    }
    isGap = earlier === null
  }
  return { latest, late, since: stored.since }
}

/** Loads the latest period with records, and those before it back to a day that `findFirst` says of it. */
export async function loadSince(
  db: Connection,
  read: ReadCall,
  plan: ReportPlan,
  alert: AlertPlan,
  findFirst: (latest: WatchedPeriod) => string,
  today: string,
): Promise<readonly WatchedPeriod[]> {
  const screen = await openScreen(db, read, plan, alert, today)
  if (screen === null) return []
  const day = findFirst(screen.latest)
  return loadBack(screen, (first, count) => count < MAX_LATE && findStart(plan, first) > day)
}

/**
 * Lists the selections before the first one that is loaded, the latest first; null for those whose records are not new. A
 * change, or a condition in a row, is decided by the periods beside, too.
 */
function listLate(plan: ReportPlan, when: AlertPlan['when'], first: Selection, newDays: readonly DayRange[]) {
  if (when.kind === 'missing' || newDays.length === 0) return []
  const inRow = plan.rows.key.kind === 'text' ? when.for - 1 : Math.min(1, when.for - 1)
  const beside = Math.max(inRow, when.change === null ? 0 : 1)
  const oldest = newDays.reduce((day, range) => (range.first < day ? range.first : day), '9999')
  const earlier: { readonly selection: Selection; readonly isNew: boolean }[] = []
  let selection = getEarlierSelection(plan, first, 'previous')
  for (let left = beside; selection !== null && left >= 0 && earlier.length < MAX_STEPS;) {
    const range = findDays(plan, selection)
    if (range === null) return []
    if (range.last < oldest) left -= 1
    const isNew = newDays.some((day) => day.first <= range.last && day.last >= range.first)
    earlier.push({ selection, isNew })
    selection = getEarlierSelection(plan, selection, 'previous')
  }
  let loaded = 0
  return earlier.map((period, index) => {
    const near = earlier.slice(Math.max(0, index - beside), index + beside + 1)
    const isWanted = near.some(({ isNew }) => isNew) && loaded < MAX_LATE
    if (isWanted) loaded += 1
    return isWanted ? period.selection : null
  })
}

/** Finds the day from which an alert on usual values needs the records; null for another alert. */
export function findUsualStart(plan: ReportPlan, when: AlertPlan['when'], first: string): string | null {
  const date = parseDate(first)
  if (when.kind === 'missing' || when.isUsual !== true || date === null) return null
  const isDaily = plan.selectors.some(({ kind }) => kind === 'date')
  return formatDay(countDays(date) - countUsualDays(plan.rows.key.kind, isDaily))
}

const findStart = (plan: ReportPlan, { selection }: WatchedPeriod) => findDays(plan, selection)?.first ?? ''

function findDays(plan: ReportPlan, selection: Selection): DayRange | null {
  const { year, days } = getPeriod(plan, selection)
  return days ?? (year === null ? null : { first: `${year}-01-01`, last: `${year}-12-31` })
}

/** Returns true if a day is in the period that is chosen. */
export function isWithin(plan: ReportPlan, selection: Selection, day: string): boolean {
  const days = findDays(plan, selection)
  return days !== null && days.first <= day && day <= days.last
}

/** A transaction can be committed so long after it has written its times, in milliseconds. */
const LONGEST_IMPORT_MS = 3_600_000

/**
 * Lists the days whose records were stored after some time, of datasets or of those that they are computed from, and the time
 * from which the next evaluation looks for new ones.
 */
async function listNewDays(db: Connection, datasets: readonly DatasetPlan[], since: string) {
  const changes = await Promise.all(
    datasets.flatMap(listStored).map(async (stored) => {
      const { texts, at } = await listStoredSince(db, stored, since)
      return { at, days: texts.flatMap((text) => findKeyDays(stored.key, text) ?? []) }
    }),
  )
  const last = changes
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  const next = last ? new Date(Date.parse(last) - LONGEST_IMPORT_MS).toISOString() : ''
  return { days: changes.flatMap(({ days }) => days), since: next > since ? next : since }
}
