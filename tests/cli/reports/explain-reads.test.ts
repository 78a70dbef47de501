import { expect, test } from 'vitest'
import { reports } from '../../support/terminal.ts'

test('a report says its computed columns in words, and which calls it reads', async () => {
  const folders = ['--dir', 'examples/reports', '--datasets-dir', 'examples/datasets']
  const { code, out } = await reports(['explain', 'carrier-quality', ...folders])
  expect(code).toBe(0)
  const lines = out.split('\n')
  expect(lines[0]).toBe('Share: share of Attempts in all rows')
  expect(lines[1]).toBe('ASR: Answered divided by Attempts')
  expect(lines[2]).toBe('ACD: Minutes divided by Answered')
  expect(lines[3]).toBe('GET /v1/carrier-quality/INBOUND/2025/3: 2025 March')
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
