import { useLocation, useNavigate } from 'react-router-dom'
import { formatToday } from '../../../time/calendar.ts'
import { buildDaysPlan } from '../../../report/selection/own-days.ts'
import { OWN_DAYS } from '../../../report/selection/url-state.ts'
import type { ReportPlan, Selection } from '../../../report/model/report-plan.ts'
import { getPeriod, isPeriod } from '../../../report/selection/selector-kinds.ts'
import { Button } from '../../kit/button.tsx'
import { useApi } from '../../contexts/portal-contexts.ts'
import { loadCoverage } from '../load-coverage.ts'
import { buildDaysSearch, buildPeriodSearch, formatLastDays } from './days-search.ts'

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
  if (new URLSearchParams(search).has(OWN_DAYS)) {
    const names = plan.selectors.filter(isPeriod).map(({ label }) => label.toLowerCase())
    const list = new Intl.ListFormat('en-GB').format(names)
    return (
      <Button
        ref={takeFocus}
        className="print:hidden"
        onClick={() => {
          isPressed = true
          void navigate({ search: buildPeriodSearch(search, plan) })
        }}
      >
        {`Choose ${list}`}
      </Button>
    )
  }
  const open = () => {
    isPressed = true
    const { days } = getPeriod(plan, selection)
    if (days === null) return openLastDays(30)
    const range = `${days.first}..${days.last}`
    return navigate({ search: buildDaysSearch(search, plan, selection, range) })
  }
  return (
    <Button ref={takeFocus} className="print:hidden" onClick={() => void open()}>
      Choose days
    </Button>
  )
}

/** Returns a function that opens the last days up to the last one with a record. */
export function useOpenLastDays({ plan, selection }: Props) {
  const api = useApi()
  const navigate = useNavigate()
  const { search } = useLocation()
  return async (count: number) => {
    const coverage = await loadCoverage(api, plan.key).catch(() => null)
    const days = formatLastDays(coverage?.upTo?.slice(0, 10) ?? formatToday(new Date(), 'local'), count)
    await navigate({ search: buildDaysSearch(search, plan, selection, days) })
  }
}
