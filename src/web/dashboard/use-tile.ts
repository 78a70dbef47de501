import { queryOptions, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, createContext } from 'react'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import type { Client, RequestOptions } from '../api/client.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { resolveLabels } from '../../report/selection/titles-and-file-names.ts'
import { placeNotes } from '../../report/table/place-notes.ts'
import {
  type Compare,
  compareAsMuch,
  findPlan,
  type OptionsBySelector,
  type Report,
  type Selection,
  type ReportEntry,
} from '../../report/model/report-plan.ts'
import { parsePeriod } from '../../report/selection/choose-period.ts'
import { loadPeriod } from '../../report/selection/latest-period.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import { addRemark } from '../../report/model/report-table.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import { requestNotes } from '../report/notes/load-notes.ts'
import { createOptionsRequest, loadReport, offerYears, today } from '../report/report-services.ts'
import { reportEntries } from 'virtual:report-entries'
import { loadPlans } from '../kit/lazy-loading.tsx'

const TILES = 'dashboard-tiles'
const LIFETIME_MS = 60_000

/** Returns a function that builds the query of what a tile shows in a period; empty for the latest. */
export const useTileQuery = () => {
  const api = useApi()
  const find = useContext(TileReports)
  const queries = useQueryClient()
  /** Shares equal requests with those of the other tiles. */
  const get: Client['get'] = <T>(path: string, { query, schema }: RequestOptions<T> = {}) =>
    queries.fetchQuery({
      queryKey: ['dashboard-reads', path, query],
      staleTime: LIFETIME_MS,
      queryFn: () => api.get(path, { ...(query && { query }), ...(schema && { schema }) }),
    })
  return (view: TileView, period: string, compare?: Compare) => {
    const chosen = { ...view, period: view.period ?? period }
    return queryOptions({
      queryKey: [TILES, chosen, compare],
      staleTime: LIFETIME_MS,
      queryFn: ({ signal }) =>
        loadView({ ...api, get }, find(chosen.report), chosen, compare ?? null, signal),
    })
  }
}

/** Loads what a tile shows, and again after each of so many milliseconds. */
export const useTile = (view: TileView, period: string, compare?: Compare, renewMs: number | false = false) =>
  useQuery({ ...useTileQuery()(view, period, compare), refetchInterval: renewMs })

/** Returns the tiles of reports, each with the state of what it shows; undefined before it loads. */
export const useTileStates = (tiles: readonly Tile[], period: string) => {
  const queries = useQueryClient()
  const buildQuery = useTileQuery()
  useIsFetching({ queryKey: [TILES] })
  return tiles.flatMap((tile) => {
    if (tile.view === undefined) return []
    return [{ tile, state: queries.getQueryState(buildQuery(tile.view, period, tile.compare).queryKey) }]
  })
}

export type LoadedView = NonNullable<Awaited<ReturnType<typeof loadView>>>

/** Loads a view of a report in its period, or in the latest for an empty one; null if there are no records. */
async function loadView(
  api: Client,
  listed: TileReport | undefined,
  view: TileView & { readonly period: string },
  compare: Compare | null,
  signal: AbortSignal,
) {
  const report = await listed?.load()
  const plan = report && findPlan(report, view.tab, view.variant)
  if (!report || !plan) throw new Error('This report could not be loaded.')
  const load = async (selection: Selection, options: OptionsBySelector) => {
    const [{ table, problem }, notes] = await Promise.all([
      loadReport({ plan, selection, compare: compareAsMuch(plan, compare), options }, signal, api),
      // Without its notes, too, a tile is whole.
      hasFeature('notes') ? requestNotes(api, plan, selection, signal).catch(() => []) : [],
    ])
    if (!table.rows.some(({ hasRecord }) => hasRecord)) return null
    const labels = resolveLabels(plan, selection, today(), options)
    return { table: placeNotes(addRemark(table, problem), getPeriod(plan, selection), notes), labels }
  }
  const choice = {
    selectors: view.selectors,
    days: parsePeriod(view.period),
    isCovered: hasFeature('coverage'),
  }
  const period = await loadPeriod(offerYears(plan), createOptionsRequest(api), today(), choice, load)
  if (period === null) return null
  const { loaded, ...found } = period
  return { report, plan, ...found, ...loaded }
}

export interface TileReport extends Pick<ReportEntry, 'menu' | 'path'> {
  readonly load: () => Promise<Report | null>
}

function findReport(id: string): TileReport | undefined {
  const listed = reportEntries.find((entry) => entry.id === id)
  return listed && { ...listed, load: () => loadPlans(listed) }
}

/** Finds the report of a tile: one of the portal, or of drafts. */
export const TileReports = createContext<(id: string) => TileReport | undefined>(findReport)
