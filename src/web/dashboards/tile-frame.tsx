import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import type { ChartTheme } from '../../chart/chart-type.ts'
import { resolveLabels } from '../../report/labels.ts'
import type { ListedReport } from '../../report/plan.ts'
import { ApiError } from '../api/response.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { useWidth } from '../components/chart/report-chart.tsx'
import { Remarks } from '../components/messages.tsx'
import { Skeleton } from '../components/page.tsx'
import { today } from '../reports/report-services.ts'
import { type LoadedView, useTile } from './use-tile.ts'

type TileProps = {
  readonly tile: Tile
  readonly view: TileView
  readonly listed: ListedReport
  /** The period of the dashboard; empty for the latest. */
  readonly period: string
  readonly theme: ChartTheme
}

/** What a tile shows of a loaded view. */
type Shown = {
  /** The title that follows from the report. */
  readonly title: string
  /** The URL of the report with what the tile shows. */
  readonly url: string
  readonly renderActions?: (title: string) => ReactNode
  readonly content: ReactNode
}

/** What tiles of a kind show. */
export type TileKind = {
  /** Whether the content extends to the edge. */
  readonly isFlush?: boolean
  /** The height in px of the content, which it has while it loads. */
  readonly getHeight: (tile: Tile) => number
  /** `width` is that of the content in px. */
  readonly show: (loaded: LoadedView, props: TileProps, width: number | null) => Shown
}

/** The card of a tile over a report: its title opens the report with what the tile shows. */
export const TileFrame = ({ kind, ...props }: TileProps & { readonly kind: TileKind }) => {
  const { tile, view, listed, period } = props
  const { data, error, isFetching, refetch } = useTile(view, period, tile.compare)
  const box = useRef<HTMLDivElement>(null)
  // Measured while all tiles are empty, at once: each chart would lay out the page again.
  const width = useWidth(box)
  const shown = data ? kind.show(data, props, width) : null
  const title = tile.title ?? shown?.title ?? listed.menu.label
  const hasPeriod = data && (tile.title !== undefined || tile.kind === 'figure')
  const isFlush = kind.isFlush === true && shown !== null
  const height = kind.getHeight(tile)
  return (
    <Card
      title={
        <Link to={shown?.url ?? listed.path} className="hover:underline">
          {title}
        </Link>
      }
      actions={
        <>
          {hasPeriod && <span className="text-right text-sm wrap-normal text-soft">{getPeriod(data)}</span>}
          {shown?.renderActions?.(title)}
        </>
      }
      busy={isFetching}
      flush={isFlush}
      className="h-full"
    >
      <div ref={box} style={{ minHeight: isFlush ? undefined : height }}>
        {shown !== null ? (
          shown.content
        ) : error !== null ? (
          <div role="alert" className="flex flex-col items-start gap-2 text-soft">
            <p>Its figures could not be loaded: {getReason(error)}</p>
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : data === undefined ? (
          <output aria-label={`Loading ${title}`} className="flex flex-col gap-2" style={{ height }}>
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="w-full grow" />
          </output>
        ) : (
          <p className="text-soft">
            {period === '' || view.period !== null
              ? 'No records in its recent periods.'
              : 'No records in the chosen period.'}
          </p>
        )}
      </div>
      {data && <Remarks texts={listNotes(data, error, props)} className={isFlush ? 'px-4 pb-2' : 'mt-1'} />}
    </Card>
  )
}

/** The period that a view shows, as its report names it. */
export const getPeriod = ({ plan, selection, options }: LoadedView): string =>
  resolveLabels(plan, selection, today(), options).period

const getReason = (error: Error): string =>
  (error instanceof ApiError ? error.serverMessage : undefined) ?? error.message

/** What a reader of a tile has to know: another period than the chosen one, or figures that are not renewed. */
function listNotes(
  { isWanted, readAt, table }: LoadedView,
  error: unknown,
  { period, view }: TileProps,
): string[] {
  const isFixed = view.period !== null
  const isOther = period !== '' && (isFixed || !isWanted)
  const other = isFixed ? 'It does not follow the chosen period.' : 'It cannot show the chosen period.'
  return [
    ...(isOther ? [other] : []),
    ...(table.notice === undefined ? [] : [table.notice]),
    ...(error === null ? [] : [`Not renewed since ${formatTime(readAt)}.`]),
  ]
}

/** `14:05`, in the time zone of the reader. */
export const formatTime = (time: Date): string =>
  time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
