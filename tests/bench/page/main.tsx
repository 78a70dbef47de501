import '../../../src/web/app/styles.css'
import { createRoot } from 'react-dom/client'
import { type ChartType, chartTypeNames, type ReportPlan } from '../../../src/report/model/report-plan.ts'
import { visibleSeries } from '../../../src/report/model/series.ts'
import { BenchScreen, chartCode, type Shown, shownFirst } from './bench-screen.tsx'
import { carrierTable, loadPlan } from './carrier-table.ts'
import { waitForPaint, waitForPaintWhen } from './first-paint.ts'

const root = createRoot(document.querySelector('#root') ?? document.body)
const bodies = new Map<string, unknown>()
let shown: Shown | null = null
let loads = 0

function show(next: Shown): void {
  shown = next
  root.render(<BenchScreen key={loads} shown={next} onChange={show} />)
}

function current(): Shown {
  if (shown === null) throw new Error('no table is loaded')
  return shown
}

function click(selector: string, at: number): void {
  const control = document.querySelectorAll<HTMLElement>(selector)[at]
  if (control === undefined) throw new Error(`no control ${at} of ${selector}`)
  control.click()
}

const chosenChart = () =>
  document.querySelector('[role=img] > :not([hidden]) :is(svg .mark-group path, canvas)') !== null

const planReady = loadPlan()
let plan: ReportPlan | null = null

const bench = {
  async prefetch(size: string): Promise<void> {
    const [ready, response] = await Promise.all([planReady, fetch(`/data/${size}.json`)])
    plan = ready
    bodies.set(size, await response.json())
  },
  async loadTable(size: string): Promise<void> {
    if (plan === null) throw new Error('nothing is in hand: prefetch first')
    loads += 1
    show(shownFirst(carrierTable(plan, bodies.get(size))))
    await waitForPaintWhen(() => document.querySelector('.data-table tbody td') !== null)
  },
  async showChart(type: ChartType): Promise<void> {
    click('[aria-label="Chart type"] button', chartTypeNames.indexOf(type))
    await Promise.resolve()
    await waitForPaintWhen(() => current().type === type && chosenChart())
  },
  async toggle(index: number): Promise<void> {
    click('[aria-label="Series"] button', index)
    await waitForPaint()
  },
  async showAll(): Promise<void> {
    const buttons = [...document.querySelectorAll<HTMLElement>('button')]
    buttons.find(({ textContent }) => textContent === 'Show All')?.click()
    await waitForPaint()
  },
  async exportImage(): Promise<Blob> {
    const { renderChartImage } = await import('../../../src/chart/view/chart-image.ts')
    const { table, type, visibility } = current()
    const series = visibleSeries(table.series, visibility)
    return renderChartImage({ table, series, type, title: 'Minutes', format: 'jpg' })
  },
}

const size = new URLSearchParams(location.search).get('size')

async function first(): Promise<number> {
  await planReady
  if (size === null) await chartCode.preload()
  else {
    await bench.prefetch(size)
    await bench.loadTable(size)
  }
  return performance.now()
}

Object.assign(window, { bench: { ...bench, first: first() } })
