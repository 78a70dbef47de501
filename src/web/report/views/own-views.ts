import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { lenient, lenientPage } from '../../../../schemas/api/lenient.ts'
import { SavedView } from '../../../../schemas/api/view.ts'
import type { Client } from '../../api/client.ts'
import { useApi } from '../../contexts/portal-contexts.ts'

export const VIEWS = '/v1/views'
const Views = lenientPage(lenient(SavedView, ['id', 'report', 'name', 'address']))

const viewsQuery = (api: Client) =>
  queryOptions({
    queryKey: [VIEWS],
    queryFn: async ({ signal }) => (await api.get(VIEWS, { schema: Views, signal })).records,
  })

export const useViews = () => useQuery(viewsQuery(useApi()))

export const useReloadViews = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [VIEWS] })
}
