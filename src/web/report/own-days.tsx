import { useLocation, useNavigate } from 'react-router-dom'
import { formatToday } from '../../time/calendar.ts'
import { buildDaysPlan, choosePeriodOf, getOwnDays, pickOthers } from '../../report/selection/own-days.ts'
import { OWN_DAYS } from '../../report/selection/url-state.ts'
import type { ReportPlan, Selection } from '../../report/model/report-plan.ts'
import { parsePeriod } from '../../report/selection/choose-period.ts'
import { isPeriod, splitRange } from '../../report/selection/selector-kinds.ts'
import { Button } from '../kit/button.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import { loadCoverage } from './load-coverage.ts'
import { formatDay } from '../../time/days.ts'
import type { Grain } from '../../time/grain.ts'
import { grains } from '../../time/grains.ts'
import { type CSSProperties, type ReactNode, useEffect, useMemo } from 'react'
import { notify } from '../kit/toaster.tsx'

type Props = { readonly plan: ReportPlan; readonly selection: Selection }

let isPressed = false

/** Focuses the button that replaces a pressed one. */
const takeFocus = (button: HTMLButtonElement | null) => {
  if (button === null || !isPressed) return
  isPressed = false
  if (document.activeElement === document.body) button.focus()
}

/** Opens a screen of months in days of one's own, and the other way round; nothing for a screen without both. */
export const DaysButton = ({ plan, selection }: Props) => {
  const navigate = useNavigate()
  const { search } = useLocation()
  const openLastDays = useOpenLastDays({ plan, selection })
  if (buildDaysPlan(plan) === null) return null
  const isInDays = new URLSearchParams(search).has(OWN_DAYS)
  const periods = plan.selectors.filter(isPeriod).map(({ label }) => label.toLowerCase())
  const open = () => {
    isPressed = true
    if (isInDays) return navigate({ search: buildPeriodSearch(search, plan) })
    const days = getOwnDays(plan, selection)
    if (days === null) return openLastDays(findLengths(plan).counts[1])
    return navigate({ search: buildDaysSearch(search, plan, selection, `${days.first}..${days.last}`) })
  }
  return (
    <Button ref={takeFocus} className="print:hidden" onClick={() => void open()}>
      {`Choose ${isInDays ? new Intl.ListFormat('en-GB').format(periods) : `${findLengths(plan).unit}s`}`}
    </Button>
  )
}

/** Opens the last days, or the last of the longer periods of which a range has whole ones. */
function useOpenLastDays({ plan, selection }: Props) {
  const api = useApi()
  const navigate = useNavigate()
  const { search } = useLocation()
  return async (count: number) => {
    const coverage = await loadCoverage(api, plan.key).catch(() => null)
    const { last } = parsePeriod(coverage?.upTo?.slice(0, 10) ?? '') ?? {}
    const today = formatToday(new Date(), 'local')
    const days = formatLast(grains[findLengths(plan).unit], last ?? today, count)
    await navigate({ search: buildDaysSearch(search, plan, selection, days) })
  }
}

/** Builds the query of a screen in other days: what else it shows stays. */
function buildDaysSearch(
  search: string,
  plan: Pick<ReportPlan, 'selectors'>,
  selection: Selection,
  days: string,
): string {
  const query = new URLSearchParams(search)
  for (const { name } of plan.selectors) query.delete(name)
  for (const [name, value] of Object.entries(pickOthers(plan, selection))) query.set(name, value)
  query.set(OWN_DAYS, days)
  if (!query.has('view')) query.set('view', 'table')
  return `?${query.toString()}`
}

/** Builds the query of a screen in the period that contains the last of its own days. */
function buildPeriodSearch(search: string, plan: Pick<ReportPlan, 'selectors'>): string {
  const query = new URLSearchParams(search)
  const { last } = splitRange(query.get(OWN_DAYS) ?? '')
  query.delete(OWN_DAYS)
  for (const [name, value] of Object.entries(choosePeriodOf(plan, last))) query.set(name, value)
  return `?${query.toString()}`
}

/** How many of the last days, or of the longer periods of which a range has whole ones, can be chosen at once. */
const lengths = { day: [7, 30, 90], week: [4, 13, 26], month: [3, 6, 12], quarter: [2, 3, 4] } as const

function findLengths(plan: ReportPlan) {
  const unit: keyof typeof lengths = buildDaysPlan(plan)?.selectors.find(isPeriod)?.unit ?? 'day'
  return { unit, counts: lengths[unit] }
}

/** Formats the days of the last periods, up to the one that contains a day. */
function formatLast({ at, start, end }: Grain, day: string, count: number): string {
  const last = at(grains.day.parse(day) ?? 0)
  return `${formatDay(start(last - count + 1))}..${formatDay(end(last))}`
}

type ReportProps = Props & { readonly render: (plan: ReportPlan) => ReactNode }

/** The buttons take their height from the table, whose total stays in view. */
const ROOM = { '--above-table': '2.5rem' } as CSSProperties

/** Shows a screen in days of one's own, with the last ones to choose from; as it is where it has no days. */
export const DaysReport = ({ plan, selection, render }: ReportProps) => {
  const daysPlan = useMemo(() => buildDaysPlan(plan), [plan])
  const openLastDays = useOpenLastDays({ plan, selection })
  const isKnown = daysPlan !== null
  const { unit, counts } = findLengths(plan)
  useEffect(() => {
    if (!isKnown) notify('The days of the address are ignored: this report has no days to choose.')
  }, [isKnown])
  if (daysPlan === null) return render(plan)
  return (
    <div className="contents" style={ROOM}>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {counts.map((count) => (
          <Button
            key={count}
            size="small"
            title="Up to the last record"
            onClick={() => void openLastDays(count)}
          >
            {`Last ${count} ${unit}s`}
          </Button>
        ))}
      </div>
      {render(daysPlan)}
    </div>
  )
}
