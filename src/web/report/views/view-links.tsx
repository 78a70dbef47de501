import { Link } from 'react-router-dom'
import { reportEntries } from 'virtual:report-entries'
import { SavedView } from '../../../../schemas/api/view.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lenient, lenientPage } from '../../../../schemas/api/lenient.ts'
import { useApi } from '../../contexts/portal-contexts.ts'

export const ViewLink = ({ name, address }: Pick<SavedView, 'name' | 'address'>) => (
  <Link to={address} className="wrap-anywhere text-accent hover:underline">
    <bdi>{name}</bdi>
  </Link>
)

/** Returns the name of a report in the menu. */
export const nameReport = (id: string): string =>
  reportEntries.find((entry) => entry.id === id)?.menu.label ?? id

/** Shows the links of the page Dashboard to the views of the user; nothing without any. */
export const ViewLinks = () => {
  const { data = [] } = useViews()
  if (data.length === 0) return null
  return (
    <section aria-labelledby="views" className="flex flex-col gap-2 pt-2">
      <h2 id="views" className="font-semibold">
        Your views
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-x-3 gap-y-1">
        {data.map(({ id, name, address, report }) => (
          <li key={id} className="min-w-0">
            <ViewLink name={name} address={address} />{' '}
            <span className="text-sm text-faint">{nameReport(report)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const VIEWS = '/v1/views'
const Views = lenientPage(lenient(SavedView, ['id', 'report', 'name', 'address']))

/** Loads the views of the signed-in user. */
export const useViews = () => {
  const api = useApi()
  return useQuery({
    queryKey: [VIEWS],
    queryFn: async ({ signal }) => (await api.get(VIEWS, { schema: Views, signal })).records,
  })
}

/** Returns a function that loads the views again. */
export const useReloadViews = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [VIEWS] })
}
