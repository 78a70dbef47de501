import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import { resolveLabels } from '../../report/labels.ts'
import type { ListedReport } from '../../report/plan.ts'
import { ApiError } from '../api/response.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { useWidth } from '../components/chart/report-chart.tsx'
import { Remarks } from '../components/messages.tsx'
import { Skeleton } from '../components/page.tsx'
import { today } from '../reports/report-services.ts'
import { useTile } from './use-tile.ts'
import type { LoadedView } from './view-loader.ts'

export type TileProps = {
  readonly tile: Tile
  readonly view: TileView
  readonly listed: ListedReport
  /** The period of the dashboard; empty for the latest. */
  readonly period: string
}

/** What a tile shows of a loaded view. */
export type Shown = {
  /** The title that follows from the report. */
  readonly title: string
  /** The URL of the report with what the tile shows. */
  readonly url: string
  readonly renderActions?: (title: string) => ReactNode
  readonly content: ReactNode
}

type Props = TileProps & {
  /** The height in px of the content, which it has while it loads. */
  readonly height: number
  /** `width` is that of the content in px. */
  readonly renderView: (loaded: LoadedView, width: number | null) => Shown
}

/** The card of a tile over a report: its title opens the report with what the tile shows. */
export const TileFrame = ({ tile, view, listed, period, height, renderView }: Props) => {
  const { data, error, isFetching, refetch } = useTile(view, period, tile.compare)
  const box = useRef<HTMLDivElement>(null)
  // Measured while all tiles are empty, at once: each chart would lay out the page again.
  const width = useWidth(box)
  const shown = data ? renderView(data, width) : null
  const isFlush = tile.kind === 'table'
  const title = tile.title ?? shown?.title ?? listed.menu.label
  const shownPeriod = data && (tile.title !== undefined || tile.kind === 'figure') ? getPeriod(data) : null
  return (
    <Card
      title={
        <Link to={shown?.url ?? listed.path} className="hover:underline">
          {title}
        </Link>
      }
      actions={
        <>
          {shownPeriod !== null && (
            <span className="text-right text-sm wrap-normal text-soft">{shownPeriod}</span>
          )}
          {shown?.renderActions?.(title)}
        </>
      }
      busy={isFetching}
      flush={isFlush && shown !== null}
      className="h-full"
    >
      <div ref={box} style={{ minHeight: isFlush && shown !== null ? undefined : height }}>
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
      <Remarks
        texts={listNotes(data ?? null, error !== null && shown !== null, period, view)}
        className={isFlush ? 'px-4 pb-2' : 'mt-1'}
      />
    </Card>
  )
}

/** The period that a view shows, as its report names it. */
export const getPeriod = ({ plan, selection, options }: LoadedView): string =>
  resolveLabels(plan, selection, today(), options).period

const getReason = (error: Error): string =>
  (error instanceof ApiError ? error.serverMessage : undefined) ?? error.message

/** What a reader of a tile has to know: another period than the chosen one, or figures that are not renewed. */
function listNotes(data: LoadedView | null, isStale: boolean, period: string, view: TileView): string[] {
  const isOther = data !== null && period !== '' && (view.period !== null || !data.isWanted)
  return [
    ...(isOther
      ? [view.period === null ? 'It cannot show the chosen period.' : 'It does not follow the chosen period.']
      : []),
    ...(isStale && data !== null ? [`Not renewed since ${formatTime(data.readAt)}.`] : []),
  ]
}

/** `14:05`, in the time zone of the reader. */
export const formatTime = (time: Date): string =>
  time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
