import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '../../support/folder.ts'
import { reports } from '../../support/terminal.ts'

test('a report says its computed columns in words, and which calls it reads', async () => {
  const folders = ['--dir', 'examples/reports', '--datasets-dir', 'examples/datasets']
  const { code, out } = await reports(['explain', 'quarter-comparison', ...folders])
  expect(code).toBe(0)
  const lines = out.split('\n')
  expect(lines[0]).toBe('All: sum of Local and International')
  expect(lines[1]).toBe('Since the quarter before: change of All since the row before')
  expect(lines[2]).toBe('Since a year before: change of All since the year before')
  expect(lines[3]).toBe('GET /v1/quarters/2025: 2025')
})

test('a question says which datasets it reads, and the period in words', async () => {
  const folders = ['--dir', 'examples/reports', '--datasets-dir', 'examples/datasets']
  const { code, out } = await reports([
    'explain',
    'reconciliation',
    '--select',
    'year=2025,month=2',
    ...folders,
  ])
  expect(code).toBe(0)
  expect(out.split('\n').filter(Boolean).at(-1)).toBe('reads own-minutes, partner-minutes: 2025 February')
})

test('a list that nobody has chosen from leaves its values open', async () => {
  const folder = createFolder()
  cpSync('examples', folder, { recursive: true })
  const file = join(folder, 'reports/top-destinations.json')
  const month = '{ "kind": "month" }]'
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(month, '{ "kind": "month" }, { "dimension": "country" }]'),
  )
  const folders = ['--dir', join(folder, 'reports'), '--datasets-dir', join(folder, 'datasets')]
  const { out } = await reports(['explain', 'top-destinations', ...folders])
  expect(out.split('\n').filter(Boolean).at(-1)).toBe('reads destinations: 2025 March')
})

test('a report over another API says its columns and the call of every tab', async () => {
  const { code, out, err } = await reports(['explain', 'network-quality', '--dir', 'examples/foreign-api'])
  expect([code, err]).toEqual([0, ''])
  expect(out.split('\n').filter((line) => line.startsWith('GET'))).toEqual(
    ['voice', 'data', 'messages'].map(
      (service) =>
        `GET /quality/${service}/{region}?year={year}: no dataset serves it, so another API answers`,
    ),
  )
})
