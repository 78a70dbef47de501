import * as z from 'zod/mini'

const TileView = z.object({
  report: z.string(),
  tab: z.nullable(z.string()),
  variant: z.nullable(z.string()),
  /** Null follows the period of the dashboard; otherwise it is one as addresses write it: `2025-03`. */
  period: z.nullable(z.string()),
  /** The values of selectors that are no periods, by name. */
  selectors: z.record(z.string(), z.string()),
})
export type TileView = z.infer<typeof TileView>

/**
 * A tile of a dashboard; columns are those of the report, by id. It has only the keys of its kind. It is
 * `unavailable` if its report, tab or chart does not exist any more. One object, because a union of kinds would be the
 * only one on the wire, and its code is part of every page.
 */
export const Tile = z.object({
  id: z.string(),
  title: z.optional(z.string()),
  width: z.int(),
  kind: z.enum(['figure', 'chart', 'table', 'text', 'unavailable']),
  view: z.optional(TileView),
  /** Of a figure. */
  column: z.optional(z.string()),
  compare: z.optional(z.enum(['previous', 'year'])),
  /** Of a chart. */
  type: z.optional(z.string()),
  series: z.optional(z.array(z.string())),
  /** Of a table. */
  rows: z.optional(z.int()),
  text: z.optional(z.string()),
})
export type Tile = z.infer<typeof Tile>

/** Response of `GET /dashboards/{id}`. Title and description are all that another API sends. */
export const Dashboard = z.object({
  title: z.string(),
  description: z.string(),
  renewMinutes: z.optional(z.int()),
  /** The tiles whose reports the caller may open. */
  tiles: z.optional(z.array(Tile)),
  /** How many more tiles there are. */
  hiddenTiles: z.optional(z.int()),
})
export type Dashboard = z.infer<typeof Dashboard>

const ListedDashboard = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  chart: z.nullable(Tile),
})
export type ListedDashboard = z.infer<typeof ListedDashboard>

/** Response of `GET /dashboards`: those that the caller may open, each with its first chart, or null. */
export const DashboardList = z.object({ dashboards: z.array(ListedDashboard) })
