import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { loadDatasets, loadReports } from '../src/loading/load.ts'
import { createFolder } from './support/folder.ts'
import { createTestApp } from './support/test-app.ts'

const EDIT = /In `([^`]+)`, into `([^`]+)`(?:, before `([^`]+)`)?:\n\n```json\n([^]*?)\n```/g
const Named = z.looseObject({
  field: z.unknown(),
  id: z.unknown(),
  list: z.unknown(),
})

const isCalled = (name: string) => (entry: unknown) => {
  const { field, id, list } = Named.partial().catch({}).parse(entry)
  return [field, id, list].includes(name)
}

/** Where a path such as `measures.totalMinutes.sum` leads; an entry of a list is found by its name. */
const follow = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner.find(isCalled(step))
    const next = (inner as Record<string, unknown>)[step]
    if (next === undefined) throw new Error(`there is no ${step} in ${path}`)
    return next
  }, value)

const folder = createFolder()
for (const name of ['datasets', 'reports']) cpSync(name, join(folder, name), { recursive: true })
for (const [, file = '', path = '', before, block = ''] of readFileSync('docs/recipes.md', 'utf8').matchAll(
  EDIT,
)) {
  const definition: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const target = follow(definition, path)
  const entry: unknown = JSON.parse(block)
  if (Array.isArray(target)) {
    const at = before === undefined ? target.length : target.findIndex(isCalled(before))
    if (at < 0) throw new Error(`there is no ${before} in ${path} of ${file}`)
    target.splice(at, 0, entry)
  } else Object.assign(target as object, entry)
  writeFileSync(join(folder, file), JSON.stringify(definition))
}
const testApp = await createTestApp({
  reports: loadReports(join(folder, 'reports'), join(folder, 'datasets')),
  datasets: loadDatasets(join(folder, 'datasets')),
})
const administrator = await testApp.as('administrator')

describe('another operator in all five reports (docs/recipes.md)', () => {
  test('the definitions are sound, and no other file changes', () => {
    const edited = [...readFileSync('docs/recipes.md', 'utf8').matchAll(EDIT)].map(([, file]) => file)
    expect(new Set(edited).size).toBe(9)
    const columns = loadReports(join(folder, 'reports'), join(folder, 'datasets')).flatMap(({ plans }) =>
      plans.flatMap((plan) => plan.columns),
    )
    expect(columns.filter(({ label }) => label.includes('Zed')).length).toBeGreaterThanOrEqual(5)
  })

  test('a monthly record has it', async () => {
    const record = {
      year: 2025,
      reportType: 'MNO_TO_ROUTELINK',
      reportMonth: 3,
      airtelDailyAvg: 1,
      mtnDailyAvg: 2,
      nineMobileDailyAvg: 3,
      gloDailyAvg: 4,
      zedDailyAvg: 5.5,
      idaDailyAvg: 6,
    }
    const { status } = await administrator('POST', '/v1/monthly-reports', record)
    expect(status).toBe(201)
    const { body } = await administrator('GET', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK')
    expect(body['records']).toMatchObject([record])
  })

  test.each([
    [
      '/v1/monthly-reports/generate-dummy-data?year=2024&reportType=MNO_TO_ROUTELINK',
      '/v1/monthly-reports/2024/3/MNO_TO_ROUTELINK',
      'zedMinutes',
    ],
    [
      '/v1/international-minutes/generate-dummy-data?month=2024-03&direction=ROUTELINK_TO_MNO',
      '/v1/international-minutes/routelink-to-mno/2024-03',
      '"zed"',
    ],
    [
      '/v1/local-exchange-traffic/generate-dummy-data?year=2024&month=3',
      '/v1/local-exchange-traffic/2024/3',
      'zedToAirtel',
    ],
  ])('%s makes it, and %s sends it', async (generate, list, field) => {
    expect((await administrator('POST', generate)).status).toBe(200)
    expect((await administrator('GET', list)).raw.toString()).toContain(field)
  })
})
