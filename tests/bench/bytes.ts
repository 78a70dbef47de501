import { readdirSync, rmSync } from 'node:fs'
import { manyReports } from './many-reports.ts'
import { buildPortal, type PortalBuild } from './portal-build.ts'

const KIB = 1024
const REPORTS = 'reports'
const SIGN_IN = 'index.html'
const DASHBOARD = 'src/web/dashboards/dashboard-screen.tsx'
const REPORT_SCREEN = 'src/web/reports/report-screen.tsx'
const IMAGE = 'src/chart/view/chart-image.ts'
const MANY = 500

/** What each step has loaded, everything before it included. */
function steps(portal: PortalBuild) {
  const later = portal.loadedLater(REPORT_SCREEN)
  const [heaviest = ''] = portal.modules
    .filter((module) => module.startsWith('virtual:report/'))
    .toSorted((a, b) => portal.bytes([b]) - portal.bytes([a]))
  const table = [...portal.pathBetween(SIGN_IN, REPORT_SCREEN), ...portal.pathBetween(SIGN_IN, heaviest)]
  const screen = later.filter((module) => !module.startsWith('virtual:'))
  const chart = [...table, ...screen]
  const image = [...chart, ...portal.pathBetween(REPORT_SCREEN, IMAGE)]
  return {
    signIn: portal.bytes([SIGN_IN]),
    shell: portal.bytes(portal.pathBetween(SIGN_IN, DASHBOARD)),
    table: portal.bytes(table),
    chart: portal.bytes(chart),
    image: portal.bytes(image),
  }
}

const failures: string[] = []
function line(what: string, bytes: number, limit: number | null) {
  const ok = limit === null || bytes <= limit
  const figures = [bytes, limit].map((value) =>
    (value === null ? '' : `${(value / KIB).toFixed(1)} KiB`).padStart(11),
  )
  process.stdout.write(
    `${what.padEnd(46)}${figures.join('')}  ${limit === null ? '' : ok ? 'ok' : 'TOO MUCH'}\n`,
  )
  if (!ok) failures.push(what)
}

process.env['NODE_ENV'] = 'production'
const now = steps(await buildPortal(REPORTS))
process.stdout.write(
  `${'JS + CSS over the wire, gzip -9'.padEnd(46)}${'is'.padStart(11)}${'budget'.padStart(11)}\n`,
)
line('sign-in', now.signIn, 125 * KIB)
line('signed in, the menu shown', now.shell, null)
line('with the first table', now.table, 180 * KIB)
line('with the first chart', now.chart, 330 * KIB)
line('with the first image of a chart', now.image, null)

const existing = readdirSync(REPORTS).filter((name) => name.endsWith('.json')).length
const folder = manyReports(REPORTS, 'monthly-report', existing, MANY)
try {
  const many = steps(await buildPortal(folder))
  process.stdout.write(`${MANY} definitions instead of ${existing} add\n`)
  line('to the first load: sign-in and menu', many.shell - now.shell, 20 * KIB)
  line('to the first table', many.table - now.table, null)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (failures.length > 0) process.exitCode = 1
