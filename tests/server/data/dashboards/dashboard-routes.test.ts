import { expect, test } from 'vitest'
import { loadShippedDashboards, loadShippedReports } from '../../../support/shipped-reports.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const reports = loadShippedReports()
const [first, ...others] = loadShippedDashboards()
const OWN_RIGHT = 300

const dashboards = [...(first === undefined ? [] : [{ ...first, permission: OWN_RIGHT }]), ...others]
const testApp = await createTestUsers({ reports, dashboards })

const titles = (body: Readonly<Record<string, unknown>>) =>
  (body['dashboards'] as { title: string; chart: { view: { report: string } } | null }[]).map(
    ({ title, chart }) => [title, chart?.view.report ?? null],
  )

test('the list has the dashboards that the caller may open, each with the first chart of an open report', async () => {
  const all = await testApp.addUserWithRole('all', [11, 13, 16, 17, 18, 19, 20, OWN_RIGHT])
  const { status, body } = await all.send('GET', '/dashboards')
  expect(status).toBe(200)
  expect(titles(body)).toEqual([
    ['Operations', 'daily-report-minutes'],
    ['Month in Review', 'monthly-report'],
    ['Interconnect Partners', 'daily-international-minutes'],
  ])
  const some = await testApp.addUserWithRole('some', [11, 13, 17])
  expect(titles((await some.send('GET', '/dashboards')).body)).toEqual([
    ['Month in Review', 'daily-report-minutes'],
    ['Interconnect Partners', null],
  ])
})

test('a dashboard has the tiles of the reports that the caller may open, and the number of the others', async () => {
  const caller = await testApp.addUserWithRole('caller', [11, 13, 16])
  const { status, body } = await caller.send('GET', '/dashboards/month-in-review')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    title: 'Month in Review',
    description: 'Daily averages by month, and where the minutes of the latest month came from.',
    renewMinutes: 5,
    hiddenTiles: 1,
  })
  expect((body['tiles'] as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'text',
    'chart',
    'chart',
    'table',
  ])
})

test('without the right to reports a dashboard has its texts alone', async () => {
  const caller = await testApp.addUserWithRole('no reports', [11, 16, 17])
  const { body } = await caller.send('GET', '/dashboards/month-in-review')
  expect(body).toMatchObject({ tiles: [{ kind: 'text' }], hiddenTiles: 4 })
})

test('a dashboard with a right of its own does not exist for others, and one without 11 is refused (spec 7.3)', async () => {
  const other = await testApp.addUserWithRole('other', [11, 13, 17])
  expect(await other.send('GET', '/dashboards/operations')).toMatchObject({
    status: 404,
    body: { message: 'Dashboard not found.' },
  })
  const stranger = await testApp.addUserWithRole('stranger', [13, 17, OWN_RIGHT])
  for (const url of ['/dashboards', '/dashboards/operations', '/dashboards/month-in-review']) {
    expect((await stranger.send('GET', url)).status).toBe(403)
  }
})
