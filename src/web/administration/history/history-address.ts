import { useLocation, useNavigate } from 'react-router-dom'
import { actions } from '../../../../schemas/api/history-words.ts'
import { isDay } from '../../../time/days.ts'
import { PAGE_SIZES } from '../../kit/list-controls.tsx'
import type { ListState } from '../record-list.tsx'

const DEFAULT_SIZE = 25

const isAction = (text: string) => actions.some(({ value }) => value === text)
const isWritten = (text: string) => text.length <= 200 && !/\p{Cc}/u.test(text)
const isNumber = (text: string) => /^\d{1,9}$/.test(text)
/** Which texts each filter allows. Person is a whole user id, days are of UTC, `before` is the number of an event. */
const FILTERS = {
  actor: isWritten,
  event: isAction,
  subject: isWritten,
  from: isDay,
  to: isDay,
  before: isNumber,
}

/** Parses the query of an address to a view of the history; what is not allowed is as if it were missing. */
export function parseHistoryAddress(search: string): ListState[0] {
  const query = new URLSearchParams(search)
  const filter = Object.entries(FILTERS).flatMap(([name, isAllowed]) => {
    const text = query.get(name)?.trim() ?? ''
    return text !== '' && isAllowed(text) ? [[name, text]] : []
  })
  const getNumber = (name: string) => (/^\d{1,6}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : 0)
  const size = PAGE_SIZES.find((offered) => offered === getNumber('size')) ?? DEFAULT_SIZE
  return { page: Math.max(1, getNumber('page')) - 1, size, filter: Object.fromEntries(filter) }
}

/** Formats a view as the query of an address, without what is as usual. */
export function formatHistoryAddress({ page, size, filter }: ListState[0]): string {
  const query = new URLSearchParams(filter as Readonly<Record<string, string>>)
  if (page > 0) query.set('page', String(page + 1))
  if (size !== DEFAULT_SIZE) query.set('size', String(size))
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** Returns the filters, the page and its size, which the address has. */
export const useHistoryAddress = (): ListState => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const show: ListState[1] = (view, isReplacing = false) =>
    void navigate(pathname + formatHistoryAddress(view), { replace: isReplacing })
  return [parseHistoryAddress(search), show]
}
