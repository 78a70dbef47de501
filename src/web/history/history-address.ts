import { useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { actions } from '../../../schemas/api/history-words.ts'
import { isDay } from '../../time/days.ts'
import { type ListState, PAGE_SIZES } from '../administration/record-list.tsx'

const Text = z.catch(z.string().check(z.trim(), z.maxLength(200), z.regex(/^\P{Cc}*$/u)), '')
const Day = z.catch(z.string().check(z.refine(isDay)), '')
const DEFAULT_SIZE = 25

/** The query of the address. Person is a whole user id, days are of UTC; what is not allowed is as if it were missing. */
const Address = z.object({
  actor: Text,
  event: z.catch(z.enum(actions.map(({ value }) => value)), ''),
  subject: Text,
  from: Day,
  to: Day,
  page: z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(999_999)), 1),
  size: z.catch(
    z.coerce.number().check(z.refine((size) => PAGE_SIZES.some((one) => one === size))),
    DEFAULT_SIZE,
  ),
})

/** Parses an address to the view of the history that it is about. */
export function parseHistoryAddress(query: URLSearchParams): ListState[0] {
  const { page, size, ...filter } = Address.parse(Object.fromEntries(query))
  const set = Object.entries(filter).filter(([, value]) => value !== '')
  return { page: page - 1, size, filter: Object.fromEntries(set) }
}

/** Formats a view as the query of an address, without what is as usual. */
export const formatHistoryAddress = ({ page, size, filter }: ListState[0]) => ({
  ...(filter as Readonly<Record<string, string>>),
  ...(page > 0 && { page: String(page + 1) }),
  ...(size !== DEFAULT_SIZE && { size: String(size) }),
})

/** The filters, the page and its size, which the address has. */
export const useHistoryAddress = (): ListState => {
  const [query, setQuery] = useSearchParams()
  const show: ListState[1] = (view, isReplacing = false) =>
    setQuery(formatHistoryAddress(view), { replace: isReplacing })
  return [parseHistoryAddress(query), show]
}
