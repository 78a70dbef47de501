import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, startCluster } from '../../postgres/cluster.ts'
import { runStatements } from '../../postgres/databases.ts'
import { startOtherPortal } from '../authoring/other-portal.ts'
import { expect, signIn, testOn } from '../portal.ts'
import { cells, table } from './report.ts'

/* The example whose rows are in another database, as its readers see it while that database answers, and when it is away. */

const EXAMPLE = 'examples/warehouse'
const DASHBOARD = {
  id: 'calls',
  title: 'Calls',
  tiles: [{ figure: 'operator-minutes' }, { chart: 'operator-minutes', type: 'line' }],
}
const programs = findPostgres()

/** Fills the source by the script of the example, with fewer rows. */
function fill(url: string): Promise<void> {
  const text = readFileSync(join(EXAMPLE, 'fill-postgres.sql'), 'utf8')
  return runStatements(url, [
    text.replace('1999999', '19999').replace('31 seconds 500 milliseconds', '52 minutes 30 seconds'),
  ])
}

const test = testOn(async () => {
  const source = await startCluster(programs ?? '', ['fsync = off'])
  await fill(source.url)
  const folder = await mkdtemp(join(tmpdir(), 'portal-sources-'))
  await writeFile(join(folder, 'calls.json'), JSON.stringify(DASHBOARD))
  const datasets = join(EXAMPLE, 'datasets')
  const copied = await mkdtemp(join(tmpdir(), 'portal-datasets-'))
  for (const name of await readdir(datasets)) {
    const text = await readFile(join(datasets, name), 'utf8')
    await writeFile(join(copied, name), text.replace('"maxAge": 60', '"maxAge": 1'))
  }
  const environment = { SOURCE_WAREHOUSE_URL: source.url }
  const portal = await startOtherPortal([join(EXAMPLE, 'reports')], '/', '/', copied, environment, folder)
  const stop = async () => {
    await portal.stop()
    await source.remove()
    await Promise.all([folder, copied].map((one) => rm(one, { recursive: true })))
  }
  return { ...portal, source, stop }
})

const AS_OF = /^As of \d\d:\d\d on \d+ \w+ \d{4} \(Africa\/Lagos\)\.$/
const OLD = /^The source of this data does not answer now\. These are the figures of \d\d:\d\d on /

test(
  'a report and a dashboard say as of when rows of a source are, show old ones with a notice while it is away, and never those of another period',
  { tag: '@rest' },
  async ({ page, problems, other }) => {
    test.skip(programs === null, 'PostgreSQL is not installed')
    problems.expect('503')
    // The chart that is prepared out of view says the same.
    const visible = (text: RegExp) => page.getByText(text).filter({ visible: true })
    const report = (month: number) => `/report/operator-minutes?year=2025&month=${month}&view=table`
    await signIn(page, 'superadmin', report(3))
    await expect(visible(AS_OF)).toBeVisible()
    const shown = await cells(table(page))
    expect(shown.length).toBeGreaterThan(31)
    await page.goto('/dashboard/calls')
    await expect(visible(AS_OF)).toHaveCount(2)

    await other.source.stop('immediate')
    await expect(async () => {
      await page.goto(report(3))
      await expect(visible(OLD)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    expect(await cells(table(page))).toEqual(shown)
    await page.goto('/dashboard/calls')
    await expect(visible(OLD)).toHaveCount(2)

    await page.goto(report(4))
    await expect(page.getByRole('alert')).toContainText(
      "The data of 'Call records' cannot be read from its source now. Please try again later.",
    )
    await expect(table(page)).toHaveCount(0)
    // The address of the page itself is in the document for paper alone.
    await expect(page.getByText(/ECONNREFUSED|127\.0\.0\.1/).filter({ visible: true })).toHaveCount(0)
  },
)
