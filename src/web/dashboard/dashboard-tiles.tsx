import {
  type ComponentProps,
  type CSSProperties,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CHART_HEIGHT } from '../../chart/chart-type.ts'
import type { Dashboard, Tile } from '../../../schemas/api/dashboard.ts'
import { formatScreenName } from '../../report/selection/titles-and-file-names.ts'
import { formatPeriod } from '../../report/table/describe-coverage.ts'
import { parsePeriod } from '../../report/selection/choose-period.ts'
import { saveFile } from '../api/files.ts'
import { useEscape } from '../kit/browser-hooks.ts'
import { Button } from '../kit/button.tsx'
import { Page } from '../kit/page.tsx'
import { notify } from '../kit/toaster.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/portal-settings.ts'
import { PrintedFrom } from '../kit/printed-from.tsx'
import { today } from '../report/report-services.ts'
import { SendButton } from '../report/schedules/send-button.tsx'
import { DashboardTile, formatTime } from './dashboard-tile.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { useTileStates } from './use-tile.ts'
import { PART_SECONDS, useParts } from './wall-parts.ts'
import './dashboards.css'

const DEFAULT_RENEW_MINUTES = 5
const MINUTE_MS = 60_000
const WALL = 'wall'
const WALL_CLASSES = 'dashboard-wall fixed inset-0 z-50 overflow-hidden bg-ground p-2'

type Props = { readonly id: string; readonly dashboard: Dashboard & { readonly tiles: readonly Tile[] } }

/** Shows a dashboard with its tiles, all of the period in the address. */
export const DashboardTiles = ({ id, dashboard }: Props) => {
  const { title, description, tiles, hiddenTiles = 0, renewMinutes = DEFAULT_RENEW_MINUTES } = dashboard
  const { search, change } = useSearch()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wall = useWall(opener, search.has(WALL), (isOn) => change(WALL, isOn ? '' : null, { replace: true }))
  const written = search.get('period') ?? ''
  const isPeriod = parsePeriod(written) !== null
  const period = isPeriod ? written : ''
  const states = useTileStates(tiles, period)
  const wallParts = useParts(tiles, wall.isOpen)
  const loadedAt = Math.max(0, ...states.map(({ state }) => state?.dataUpdatedAt ?? 0))
  const chartHeight = useFit(
    box,
    wall.isOpen,
    wallParts.shown.some(({ type }) => type === 'pie') ? CHART_HEIGHT : LEAST_HEIGHT,
    loadedAt === 0 ? '' : `${wallParts.part} ${loadedAt}`,
  )
  const following = states.filter(({ tile }) => tile.view?.period === null)
  const shown = new Set(following.flatMap(({ state }) => state?.data?.labels.period ?? []))
  return (
    <Page
      title={title}
      breadcrumb={['Dashboard', title]}
      {...(description !== '' && { description })}
      actions={
        <div className="flex flex-wrap items-end gap-3 max-[30rem]:*:grow print:hidden">
          <PeriodChoice period={period} tiles={tiles} onChange={(next) => change('period', next || null)} />
          <WorkbookButton title={title} states={states} />
          <SendButton get={() => ({ dashboard: id, period })} />
          <Button ref={opener} onClick={wall.open}>
            Wall screen
          </Button>
        </div>
      }
    >
      <div
        ref={box}
        className={wall.isOpen ? WALL_CLASSES : undefined}
        // Printed above the tiles.
        data-period={period === '' ? [...shown].join(', ') || 'Latest period' : formatPeriod(period)}
      >
        <PrintedFrom className="pl-4 print:inline" />
        {wall.isOpen && (
          <div className="flex items-baseline justify-between gap-4 pb-1">
            <p className="text-lg font-semibold">{title}</p>
            <output className="ml-auto text-soft">{describeRenewal(states, renewMinutes)}</output>
            {wallParts.count > 1 && (
              <>
                <p className="text-soft">{`Part ${wallParts.part + 1} of ${wallParts.count}, ${PART_SECONDS} seconds each`}</p>
                <Button size="small" aria-pressed={wallParts.isHeld} onClick={wallParts.toggle}>
                  Hold
                </Button>
              </>
            )}
            <Button size="small" onClick={wall.close}>
              Close
            </Button>
          </div>
        )}
        {written !== '' && !isPeriod && (
          <p role="alert" className="pb-3">
            {`'${written}' is not a period; Latest is shown.`}
          </p>
        )}
        <TileGrid
          {...{ period, chartHeight }}
          tiles={wallParts.shown}
          renewMs={wall.isOpen && renewMinutes * MINUTE_MS}
        />
        {hiddenTiles > 0 && <p className="pt-3 text-sm text-soft">{describeHidden(hiddenTiles)}</p>}
      </div>
    </Page>
  )
}

type GridProps = Omit<ComponentProps<typeof DashboardTile>, 'tile'> & { readonly tiles: readonly Tile[] }

export const TileGrid = ({ tiles, ...shared }: GridProps) => (
  <ul className="dashboard-grid">
    {tiles.map((tile) => (
      <li key={tile.id} style={{ '--width': tile.width } as CSSProperties}>
        <DashboardTile tile={tile} {...shared} />
      </li>
    ))}
  </ul>
)

const describeHidden = (count: number): string =>
  count === 1
    ? '1 tile is not shown: you may not open its report.'
    : `${count} tiles are not shown: you may not open their reports.`

type States = ReturnType<typeof useTileStates>

/** Says when the tiles of a wall screen were loaded, and when they are loaded again. */
function describeRenewal(states: States, renewMinutes: number): string {
  const times = states.flatMap(({ state }) => state?.dataUpdatedAt || [])
  const time = formatTime(Math.min(Date.now(), ...times))
  const every = renewMinutes === 1 ? 'minute' : `${renewMinutes} minutes`
  return states.some(({ state }) => state?.status === 'error')
    ? `Not all is renewed since ${time}; next try within ${every}`
    : `Loaded at ${time}, again every ${every}`
}

const WorkbookButton = ({ title, states }: { readonly title: string; readonly states: States }) => {
  const { username } = useSession()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const loaded = states.flatMap(({ tile, state }) =>
      state?.data ? [{ ...state.data, title: tile.title }] : [],
    )
    if (loaded.length === 0) return notify('No tile has figures to save.')
    setBusy(true)
    try {
      const { buildAbout, WORKBOOK_TYPE, writeDashboardWorkbook } =
        await import('../report/browser-workbook.ts')
      const tables = loaded.map(({ title: own, report, plan, labels, table }) => {
        const about = buildAbout(plan, formatScreenName(report, plan), labels)
        return { table, title: own ?? labels.tableTitle, period: labels.period, about }
      })
      const { appName: product } = getSettings()
      const exportedAt = new Date()
      const file = await writeDashboardWorkbook({ title, tables, user: username, product, exportedAt })
      const name = `${title.replaceAll(/[/\\]/g, '-')} ${today()}.xlsx`
      saveFile(new Blob([file.slice()], { type: WORKBOOK_TYPE }), name)
      const missing = states.length - loaded.length
      if (missing > 0) notify(`The workbook lacks ${missing} of the tiles, which have no figures.`)
    } catch {
      notify('The workbook could not be made.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={isBusy} onClick={() => void save()}>
      Download Excel
    </Button>
  )
}

/** Returns the query of the address, and a function that changes a parameter of it; null removes it. */
function useSearch() {
  const location = useLocation()
  const navigate = useNavigate()
  const change = (name: string, value: string | null, options?: { readonly replace: boolean }) => {
    const next = new URLSearchParams(location.search)
    if (value === null) next.delete(name)
    else next.set(name, value)
    void navigate({ search: next.toString() }, options)
  }
  return { search: new URLSearchParams(location.search), change }
}

/**
 * Scales a wall screen: 11 px become a 60th of its height. Charts get the height that is left, which is returned. Only
 * tiles of a part that still do not fit are scaled down. `shown` names the part and when tiles were loaded, empty before.
 */
function useFit(
  box: RefObject<HTMLDivElement | null>,
  isOn: boolean,
  least: number,
  shown: string,
): number | undefined {
  const [chartHeight, setChartHeight] = useState(least)
  useEffect(() => {
    const element = box.current
    const grid = element?.querySelector<HTMLElement>('.dashboard-grid')
    if (!isOn || shown === '' || !element || !grid) return undefined
    const { style } = element
    const setHeight = (px: number) => style.setProperty('--chart-height', `${px}px`)
    const fit = () => {
      const measure = (zoom: number) => {
        style.zoom = String(zoom)
        return (window.innerHeight - grid.getBoundingClientRect().bottom) / zoom - MARGIN_PX
      }
      setHeight(least)
      let zoom = window.innerHeight / WALL_HEIGHT
      while (measure(zoom) < 0 && zoom > LEAST_ZOOM) zoom *= STEP
      const charts = [...grid.querySelectorAll('.chart-box')]
      const rows = new Set(charts.map((chart) => chart.getBoundingClientRect().top)).size
      const height = least + Math.floor(Math.max(0, measure(zoom)) / Math.max(1, rows))
      setHeight(height)
      setChartHeight(height)
    }
    // Charts that are drawn anew change the grid again, now and then without an end.
    let fits = 0
    const observer = new ResizeObserver(() => {
      fits += 1
      if (fits <= MOST_FITS) fit()
    })
    observer.observe(grid)
    const handleResize = () => {
      fits = 0
      fit()
    }
    window.addEventListener('resize', handleResize)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', handleResize)
      style.zoom = ''
    }
  }, [box, isOn, least, shown])
  return isOn ? chartHeight : undefined
}

/** The height of a wall screen in px before it is scaled. */
const WALL_HEIGHT = 660
const MARGIN_PX = 8
/** The least height in px of charts other than pies, which have no other than theirs. */
const LEAST_HEIGHT = 160
const STEP = 0.98
const MOST_FITS = 8
const LEAST_ZOOM = 0.3

/** Fills the window, and if possible the screen; `set` writes into the address that it does. Its end focuses the opener. */
function useWall(opener: RefObject<HTMLElement | null>, isOpen: boolean, set: (isOn: boolean) => void) {
  const leave = useEffectEvent(() => {
    if (document.fullscreenElement === null) set(false)
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const button = opener.current
    document.addEventListener('fullscreenchange', leave)
    return () => {
      document.removeEventListener('fullscreenchange', leave)
      button?.focus()
    }
  }, [opener, isOpen])
  const close = () => {
    set(false)
    if (document.fullscreenElement !== null) void document.exitFullscreen()
  }
  useEscape(isOpen, close)
  const open = () => {
    set(true)
    document.documentElement.requestFullscreen().catch(() => undefined)
  }
  return { isOpen, open, close }
}
