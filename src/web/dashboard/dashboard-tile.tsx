import { memo, useContext, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Tile, TileView } from '../../../schemas/api/dashboard.ts'
import { describeFailure } from '../api/read-response.ts'
import { classNames } from '../kit/icon.tsx'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { useWidth } from '../chart/report-chart.tsx'
import { Remarks } from '../kit/messages.tsx'
import { Skeleton } from '../kit/page.tsx'
import { TextTile } from './text-tile.tsx'
import { tileKinds } from './tile-kinds.tsx'
import { type TileReport, TileReports, useTile } from './use-tile.ts'

type Props = {
  readonly tile: Tile
  /** The period of the dashboard; empty for the latest. */
  readonly period: string
  /** After how many milliseconds it loads again; false for never. */
  readonly renewMs: number | false
  /** The height of charts on a wall screen in px. */
  readonly chartHeight?: number | undefined
}

/** A tile of a dashboard: it loads, fails and is empty on its own. */
export const DashboardTile = memo((props: Props) => {
  const find = useContext(TileReports)
  const { kind, view, title, text = '' } = props.tile
  if (kind === 'text') return <TextTile title={title} text={text} />
  const listed = find(view?.report ?? '')
  if (kind !== 'unavailable' && view !== undefined && listed !== undefined) {
    return <ReportTile {...props} {...{ kind, view, listed }} />
  }
  return (
    <Card title={title ?? 'Not available'} className="h-full">
      <p className="text-soft">The report of this tile does not exist any more.</p>
    </Card>
  )
})

type ReportTileProps = Props & {
  readonly kind: keyof typeof tileKinds
  readonly view: TileView
  readonly listed: TileReport
}

/** Shows the card of a tile over a report: its title opens the report with what the tile shows. */
const ReportTile = ({ tile, kind, view, listed, period, renewMs, chartHeight }: ReportTileProps) => {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useTile(view, period, tile.compare, renewMs)
  const tileKind = tileKinds[kind]
  const box = useRef<HTMLDivElement>(null)
  // Measured while all tiles are empty, at once: each chart would lay out the page again.
  const width = useWidth(box)
  const content = data ? tileKind.show(data, tile, width, chartHeight) : null
  const title = tile.title ?? content?.title ?? listed.menu.label
  const hasPeriod = data && (tile.title !== undefined || kind === 'figure')
  const isFlush = tileKind.isFlush === true && content !== null
  const height = Math.min(tileKind.getHeight(tile), chartHeight ?? Infinity)
  const isFixed = view.period !== null
  const isOther = period !== '' && (isFixed || data?.isWanted === false)
  const remarks = [
    isOther && (isFixed ? 'It does not follow the chosen period.' : 'It cannot show the chosen period.'),
    ...(content?.remarks ?? []),
    error !== null && `Not renewed since ${formatTime(dataUpdatedAt)}.`,
  ].filter((text) => typeof text === 'string')
  // A small tile with many remarks would leave those beside it empty. A wall screen and paper show all.
  const isFolded = kind === 'figure' && remarks.length > 2 && chartHeight === undefined
  return (
    <Card
      title={
        <Link to={content?.url ?? listed.path} className="hover:underline">
          {title}
        </Link>
      }
      actions={
        <>
          {hasPeriod && (
            <span className="text-right text-sm wrap-normal text-soft">{data.labels.period}</span>
          )}
          {chartHeight === undefined && content?.renderActions?.(title)}
        </>
      }
      busy={isFetching}
      flush={isFlush}
      className="h-full print:*:py-1"
    >
      <div ref={box} style={{ minHeight: isFlush || chartHeight !== undefined ? undefined : height }}>
        {content !== null ? (
          content.content
        ) : error !== null ? (
          <div role="alert" className="flex flex-col items-start gap-2 text-soft">
            <p>Its figures could not be loaded: {describeFailure(error, error.message)}</p>
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
            {period === '' || isFixed
              ? 'No records in its recent periods.'
              : 'No records in the chosen period.'}
          </p>
        )}
      </div>
      <div
        className="flow-root print:min-h-0!"
        style={{ minHeight: chartHeight === undefined ? tileKind.getRemarksHeight?.(tile) : 0 }}
      >
        {data && (
          <Remarks
            texts={remarks}
            className={classNames(
              isFlush ? 'px-4 pb-2' : 'mt-1 print:text-[10px] print:leading-tight',
              isFolded && 'hidden print:block',
            )}
          />
        )}
        {isFolded && (
          <div className="mt-1 text-sm text-soft print:hidden">
            <p>{remarks[0]}</p>
            <details>
              <summary>{remarks.length - 1} more remarks</summary>
              <Remarks texts={remarks.slice(1)} className="mt-1" />
            </details>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Formats `14:05`, in the time zone of the reader. */
export const formatTime = (time: number): string =>
  new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
