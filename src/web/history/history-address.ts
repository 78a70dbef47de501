import { actions } from '../../../schemas/api/history-words.ts'
import { isDay } from '../../time/days.ts'

/** What a history is filtered by; empty texts do not filter. Days are of UTC. */
export interface HistoryFilter {
  /** A whole user id. */
  readonly actor: string
  readonly event: string
  /** Part of the name of a role, a user or a report. */
  readonly subject: string
  readonly from: string
  readonly to: string
}

/** Which part of the history is shown; `page` starts at 0. */
export interface HistoryView extends HistoryFilter {
  readonly page: number
  readonly size: number
}

export const NO_FILTER: HistoryFilter = { actor: '', event: '', subject: '', from: '', to: '' }

const DEFAULT_SIZE = 25

/** Parses the query of a page's address; what it does not allow is as if it were missing. */
export const parseHistoryView = (search: string, sizes: readonly number[]): HistoryView => {
  const query = new URLSearchParams(search)
  const get = (name: string) => {
    const text = (query.get(name) ?? '').trim().slice(0, 200)
    return /\p{Cc}/u.test(text) ? '' : text
  }
  const getDay = (name: string) => (isDay(get(name)) ? get(name) : '')
  const getNumber = (name: string) => (/^\d{1,6}$/.test(get(name)) ? Number(get(name)) : 0)
  const size = getNumber('size')
  return {
    actor: get('actor'),
    event: actions.some(({ value }) => value === get('event')) ? get('event') : '',
    subject: get('subject'),
    from: getDay('from'),
    to: getDay('to'),
    page: Math.max(1, getNumber('page')) - 1,
    size: sizes.includes(size) ? size : DEFAULT_SIZE,
  }
}

/** Formats a view as the query of an address, without what is as usual. */
export const formatHistoryView = ({ page, size, ...filter }: HistoryView): string => {
  const query = new URLSearchParams(buildFilterQuery(filter))
  if (page > 0) query.set('page', String(page + 1))
  if (size !== DEFAULT_SIZE) query.set('size', String(size))
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** The filter as the query of a call. */
export const buildFilterQuery = ({ actor, event, subject, from, to }: HistoryFilter) =>
  Object.fromEntries(Object.entries({ actor, event, subject, from, to }).filter(([, value]) => value !== ''))
