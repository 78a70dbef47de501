import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import type { Client, RequestOptions } from '../api/client.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { findPlan } from '../../report/plan.ts'
import { reportEntries } from 'virtual:report-entries'
import { findEarlierPeriod } from '../../report/comparison/add-comparison.ts'
import { placeNotes } from '../../report/notes/place-notes.ts'
import type { Compare, OptionsBySelector, Report, ReportPlan, Selection } from '../../report/plan.ts'
import { parsePeriod } from '../../report/selection/choose-period.ts'
import { type FoundPeriod, loadPeriod } from '../../report/selection/latest-period.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import type { ReportTable } from '../../report/table/report-table.ts'
import { hasFeature } from '../contexts/settings.ts'
import { requestNotes } from '../notes/load-notes.ts'
import { loadReport as loadPlans } from '../reports/opened-reports.ts'
import { createOptionsRequest, loadReport, today } from '../reports/report-services.ts'

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

/** The loaded view of a report. */
export interface LoadedView extends Pick<FoundPeriod<unknown>, 'options' | 'selection' | 'isWanted'> {
  readonly report: Report
  readonly plan: ReportPlan
  readonly table: ReportTable
  /** The table of the period before; null without one. */
  readonly earlier: { readonly table: ReportTable; readonly selection: Selection } | null
  readonly readAt: Date
}

/** Loads the screen of a tile; without a plan if it does not exist. */
export async function loadScreen({ report: id, tab, variant }: TileView) {
  const listed = reportEntries.find((one) => one.id === id)
  const report = listed && (await loadPlans(listed))
  return { report, plan: report && findPlan(report, tab, variant) }
}

/** Loads a view of a report in its period, or in the latest for an empty one; null if there are no records. */
async function loadView(
  api: Client,
  view: TileView & { readonly period: string },
  compare: Compare | undefined,
  signal: AbortSignal,
): Promise<LoadedView | null> {
  const { report, plan } = await loadScreen(view)
  if (!report || !plan) throw new Error('This report could not be loaded.')
  const load = async (selection: Selection, options: OptionsBySelector) => {
    const loadTable = async (chosen: Selection) =>
      (await loadReport({ plan, selection: chosen, compare: null, options }, signal, api)).table
    const loadEarlier = async () => {
      const found = compare === undefined ? null : findEarlierPeriod(plan, selection, compare, options)
      if (found === null || found.problem !== null) return null
      const earlier = await loadTable(found.selection).catch(() => null)
      return earlier && { table: earlier, selection: found.selection }
    }
    const [table, earlier, notes] = await Promise.all([
      loadTable(selection),
      loadEarlier(),
      // Without its notes, too, a tile is whole.
      hasFeature('notes') ? requestNotes(api, plan, selection, signal).catch(() => []) : [],
    ])
    if (!table.rows.some(({ hasRecord }) => hasRecord)) return null
    return { table: placeNotes(table, getPeriod(plan, selection), notes), earlier }
  }
  const wanted = { selectors: view.selectors, days: parsePeriod(view.period) }
  const found = await loadPeriod(plan, createOptionsRequest(api), today(), wanted, load)
  return found && { report, plan, ...found, ...found.loaded, readAt: new Date() }
}
