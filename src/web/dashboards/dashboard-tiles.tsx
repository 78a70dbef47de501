import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Dashboard, Tile } from '../../../schemas/api/dashboard.ts'
import { formatScreenName, resolveLabels } from '../../report/labels.ts'
import { formatPeriod, parsePeriod } from '../../report/selection/choose-period.ts'
import { saveFile } from '../api/files.ts'
import { useEscape } from '../components/browser-hooks.ts'
import { Button } from '../components/button.tsx'
import { Page } from '../components/page.tsx'
import { notify } from '../components/toaster.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/settings.ts'
import { today } from '../reports/report-services.ts'
import { SendButton } from '../schedules/send-button.tsx'
import { DashboardTile } from './dashboard-tile.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { formatTime, getPeriod } from './tile-frame.tsx'
import { useLoadedTiles, useRenewal } from './use-tile.ts'
import './dashboards.css'

const DEFAULT_RENEW_MINUTES = 5

type Props = { readonly id: string; readonly dashboard: Dashboard & { readonly tiles: readonly Tile[] } }

/** A dashboard with its tiles, all of the period in the address. */
const DashboardTiles = ({ id, dashboard }: Props) => {
  const { title, description, tiles, hiddenTiles = 0, renewMinutes = DEFAULT_RENEW_MINUTES } = dashboard
  const { search, change } = useSearch()
  const wall = useWall(renewMinutes)
  const written = search.get('period') ?? ''
  const isPeriod = parsePeriod(written) !== null
  const period = isPeriod ? written : ''
  const choose = (next: string) => change('period', next || null)
  return (
    <Page
      title={title}
      breadcrumb={['Dashboard', title]}
      {...(description !== '' && { description })}
      actions={
        <div className="flex flex-wrap items-end gap-3 print:hidden">
          <PeriodChoice period={period} tiles={tiles} onChange={choose} />
          <WorkbookButton dashboard={dashboard} period={period} />
          <SendButton get={() => ({ dashboard: id, period })} />
          <Button onClick={wall.open}>Wall screen</Button>
        </div>
      }
    >
      <Sheet tiles={tiles} period={period} isWall={wall.isOpen}>
        {wall.isOpen && (
          <div className="flex items-baseline justify-between gap-4 pb-3">
            <p className="text-xl font-semibold">{title}</p>
            <output className="ml-auto text-soft">{wall.status}</output>
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
        <ul className="dashboard-grid">
          {tiles.map((tile) => (
            <li key={tile.id} style={{ '--width': tile.width } as CSSProperties}>
              <DashboardTile tile={tile} period={period} />
            </li>
          ))}
        </ul>
        {hiddenTiles > 0 && <p className="pt-3 text-sm text-soft">{describeHidden(hiddenTiles)}</p>}
      </Sheet>
    </Page>
  )
}

export default DashboardTiles

// One file for both: the list draws its pictures with the code of tiles.
export { DashboardPicture } from './dashboard-tile.tsx'

const describeHidden = (count: number): string =>
  count === 1
    ? '1 tile is not shown: you may not open its report.'
    : `${count} tiles are not shown: you may not open their reports.`

type SheetProps = {
  readonly tiles: readonly Tile[]
  readonly period: string
  readonly isWall: boolean
  readonly children: ReactNode
}

const WALL_CLASSES = 'dashboard-wall fixed inset-0 z-50 overflow-auto bg-ground p-4'

/** What is printed of a dashboard, below its period: the chosen one, or those that its tiles show. */
const Sheet = ({ tiles, period, isWall, children }: SheetProps) => {
  const following = useLoadedTiles(tiles, period).filter(({ tile }) => tile.view?.period === null)
  const shown = [...new Set(following.map(({ view }) => getPeriod(view)))].join(', ')
  return (
    <div
      className={isWall ? WALL_CLASSES : undefined}
      data-period={period === '' ? shown || 'Latest period' : formatPeriod(period)}
    >
      {children}
    </div>
  )
}

/** Saves what the tiles show as one workbook. */
const WorkbookButton = ({
  dashboard: { title, tiles },
  period,
}: Pick<Props, 'dashboard'> & { readonly period: string }) => {
  const { username } = useSession()
  const loaded = useLoadedTiles(tiles, period)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const missing = tiles.filter(({ view }) => view !== undefined).length - loaded.length
    if (loaded.length === 0) return notify('No tile has figures to save.')
    setBusy(true)
    try {
      const { buildAbout, WORKBOOK_TYPE, writeDashboardWorkbook } =
        await import('../reports/browser-workbook.ts')
      const tables = loaded.map(({ tile, view: { report, plan, selection, options, table } }) => {
        const labels = resolveLabels(plan, selection, today(), options)
        const about = buildAbout(plan, formatScreenName(report, plan), labels)
        return { table, title: tile.title ?? labels.tableTitle, period: labels.period, about }
      })
      const { appName: product } = getSettings()
      const exportedAt = new Date()
      const file = await writeDashboardWorkbook({ title, tables, user: username, product, exportedAt })
      const name = `${title.replaceAll(/[/\\]/g, '-')} ${today()}.xlsx`
      saveFile(new Blob([file.slice()], { type: WORKBOOK_TYPE }), name)
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

const MINUTE_MS = 60_000
const WALL = 'wall'

/** Fills the window, and if possible the screen, with an element whose address says so; loads its tiles again meanwhile. */
function useWall(renewMinutes: number) {
  const { search, change } = useSearch()
  const isOpen = search.has(WALL)
  const [{ at, isComplete }, setLoaded] = useState(() => ({ at: new Date(), isComplete: true }))
  const renewAll = useRenewal()
  const renew = useEffectEvent(async () => {
    const isRenewed = await renewAll()
    setLoaded((before) => ({ at: isRenewed ? new Date() : before.at, isComplete: isRenewed }))
  })
  const set = (isOn: boolean) => change(WALL, isOn ? '' : null, { replace: true })
  const leave = useEffectEvent(() => {
    if (document.fullscreenElement === null) set(false)
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(() => void renew(), renewMinutes * MINUTE_MS)
    document.addEventListener('fullscreenchange', leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('fullscreenchange', leave)
    }
  }, [isOpen, renewMinutes])
  const close = () => {
    set(false)
    if (document.fullscreenElement !== null) void document.exitFullscreen()
  }
  useEscape(isOpen, close)
  const time = formatTime(at)
  const every = renewMinutes === 1 ? 'minute' : `${renewMinutes} minutes`
  return {
    isOpen,
    open: () => {
      set(true)
      document.documentElement.requestFullscreen().catch(() => undefined)
    },
    close,
    status: isComplete
      ? `Loaded at ${time}, again every ${every}`
      : `Not all is renewed since ${time}; next try within ${every}`,
  }
}
