import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import type { Client, RequestOptions } from '../api/client.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { loadView, type LoadedView } from './view-loader.ts'

/** What the keys of all queries of tiles start with. */
const TILES = 'dashboard-tiles'
const READS = 'dashboard-reads'
const LIFETIME_MS = 60_000

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
    if (tile.view === undefined) return []
    const view = queries.getQueryData<LoadedView | null>(getTileKey(tile.view, period, tile.compare))
    return view ? [{ tile, view }] : []
  })
}

/** A tile with what it shows. */
export type LoadedTile = { readonly tile: Tile; readonly view: LoadedView }

const getTileKey = (view: TileView, period: string, compare: Tile['compare']) => [
  TILES,
  { ...view, period: view.period ?? period },
  compare,
]

/** Loads what a tile shows. `period` is that of the dashboard; empty for the latest. */
export const useTile = (view: TileView, period: string, compare?: Tile['compare']) => {
  const api = useApi()
  const queries = useQueryClient()
  /** Shares equal requests with those of the other tiles. */
  const get: Client['get'] = <T>(path: string, { query, schema }: RequestOptions<T> = {}) =>
    queries.fetchQuery({
      queryKey: [READS, path, query],
      staleTime: LIFETIME_MS,
      queryFn: () => api.get(path, { ...(query && { query }), ...(schema && { schema }) }),
    })
  return useQuery({
    queryKey: getTileKey(view, period, compare),
    staleTime: LIFETIME_MS,
    queryFn: ({ signal }) =>
      loadView({ ...api, get }, { ...view, period: view.period ?? period }, compare, signal),
  })
}
