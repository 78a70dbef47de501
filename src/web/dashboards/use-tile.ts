import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import type { ListedReport } from '../../report/plan.ts'
import { parsePeriod } from '../../report/selection/choose-period.ts'
import type { Client, RequestOptions } from '../api/client.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { createViewLoader, type LoadedView, type ViewChoice, type ViewLoader } from './view-loader.ts'

/** What the keys of all queries of tiles start with. */
const TILES = 'dashboard-tiles'
const READS = 'dashboard-reads'
const LIFETIME_MS = 60_000

/** Returns a loader that shares equal requests with those of the other tiles. */
const useViewLoader = (): ViewLoader => {
  const api = useApi()
  const queries = useQueryClient()
  return useMemo(() => {
    const get: Client['get'] = <T>(path: string, { query, schema }: RequestOptions<T> = {}) =>
      queries.fetchQuery({
        queryKey: [READS, path, query],
        staleTime: LIFETIME_MS,
        queryFn: () => api.get(path, { ...(query && { query }), ...(schema && { schema }) }),
      })
    return createViewLoader({ ...api, get })
  }, [api, queries])
}

/** Returns a function that loads every tile again; it returns false if one could not be loaded. */
export const useRenewal = (): (() => Promise<boolean>) => {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: [READS], refetchType: 'none' })
    await queries.invalidateQueries({ queryKey: [TILES] })
    const tiles = queries.getQueryCache().findAll({ queryKey: [TILES], type: 'active' })
    return tiles.every(({ state }) => state.status === 'success')
  }
}

/** Returns the tiles that are loaded, with what they show. */
export const useLoadedTiles = (tiles: readonly Tile[], period: string): readonly LoadedTile[] => {
  const queries = useQueryClient()
  useIsFetching({ queryKey: [TILES] })
  return tiles.flatMap((tile) => {
    if (tile.view === null) return []
    const key = getTileKey(tile.view, period, tile.compare)
    const view = queries.getQueryData<LoadedView | null>(key)
    return view ? [{ tile, view }] : []
  })
}

/** A tile with what it shows. */
export type LoadedTile = { readonly tile: Tile; readonly view: LoadedView }

const getTileKey = (
  { report, tab, variant, selectors, period: own }: TileView,
  period: string,
  compare: ViewChoice['compare'],
) => [TILES, report, tab, variant, selectors, own ?? period, compare]

/** Loads what a tile shows. `period` is that of the dashboard; empty for the latest. */
export const useTile = (
  listed: ListedReport,
  view: TileView,
  period: string,
  compare: ViewChoice['compare'] = null,
) => {
  const load = useViewLoader()
  const { tab, variant, selectors } = view
  const wanted = view.period ?? period
  return useQuery({
    queryKey: getTileKey(view, period, compare),
    staleTime: LIFETIME_MS,
    queryFn: ({ signal }) => {
      const chosen = Object.fromEntries(selectors.map(({ name, value }) => [name, value]))
      const choice = { tab, variant, selectors: chosen, period: parsePeriod(wanted), compare }
      return load(listed, choice, signal)
    },
  })
}
