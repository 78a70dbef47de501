import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createEmptyFolder } from '../../support/folder.ts'
import { startSmallApi, TOKEN, type SmallApi } from '../../support/foreign-api.ts'
import { reports } from '../../support/terminal.ts'

const FOLDER = 'examples/foreign-api'
let api: SmallApi | null = null
afterEach(async () => {
  vi.unstubAllEnvs()
  await api?.close()
  api = null
})

const print = async (...args: string[]) => {
  api = await startSmallApi(null)
  vi.stubEnv('API_TOKEN', TOKEN)
  return reports(['chart', ...args, '--dir', FOLDER, '--url', api.url])
}

const Spec = z.looseObject({
  $schema: z.string(),
  datasets: z.object({ table: z.array(z.looseObject({ series: z.string() })), texts: z.array(z.unknown()) }),
})

test('a chart is printed as a specification with the records of its API and its title', async () => {
  const { code, out } = await print('network-quality', '--type', 'bar')
  const { $schema, datasets } = Spec.parse(JSON.parse(out))
  expect([code, $schema]).toEqual([0, 'https://vega.github.io/schema/vega-lite/v6.json'])
  expect(datasets.table.length).toBeGreaterThan(5)
  expect(JSON.stringify(datasets.texts)).toContain('Bar Chart')
})

test.each([
  [['network'], /no report 'network'; known are network-quality/],
  [['network-quality', '--type', 'bra'], /no chart 'bra'; known are .*; did you mean 'bar'\?/],
  [['network-quality', '--select', 'town=N'], /--select: no selector 'town'/],
])('wrong arguments are explained: %j', async (args, message) => {
  const { code, err } = await print(...args)
  expect(err).toMatch(message)
  expect(code).toBe(2)
})

test('an error in another report is printed and does not stop the chart', async () => {
  const folder = createEmptyFolder()
  cpSync(FOLDER, folder, { recursive: true })
  writeFileSync(join(folder, 'broken.json'), '{')
  api = await startSmallApi(null)
  vi.stubEnv('API_TOKEN', TOKEN)
  const { code, out, err } = await reports(['chart', 'network-quality', '--dir', folder, '--url', api.url])
  expect(err).toMatch(/a report is left out because of an error: .*broken\.json/)
  expect(code).toBe(0)
  expect(Spec.parse(JSON.parse(out)).datasets.table.length).toBeGreaterThan(5)
})

test('a report without charts says that it has none', async () => {
  const folders = ['--dir', 'examples/reports', '--datasets-dir', 'examples/datasets']
  const { code, err } = await reports(['chart', 'settlement', ...folders])
  expect([code, err.trim()]).toEqual([
    1,
    "'settlement' has no chart: rows of two things and an empty chart.types have none",
  ])
})
