import { expect, test } from 'vitest'
import { reports } from '../../support/terminal.ts'

const FOLDERS = ['--dir', 'examples/reports', '--datasets-dir', 'examples/datasets']

test('the replay of a report is printed with each time an alert would have fired', async () => {
  const { code, out } = await reports(['alerts', 'service-levels', '--replay', '3w', ...FOLDERS])
  expect(code).toBe(0)
  expect(out).toMatch(
    /^Voice was below 99\.5% on two days in a row: (never|once|\d+ times) in \d+ evaluations, 2025-06-\d\d to 2025-06-\d\d$/m,
  )
  expect(out).toMatch(/^ {2}6\/\d+\/2025 until 6\/\d+\/2025$/m)
  expect(out).toMatch(/^ {4}6\/\d+\/2025, Availability, 9\d\.\d\d%$/m)
}, 120_000)

test.each([
  [['service-level'], /no report 'service-level'; known are .*; did you mean 'service-levels'\?/],
  [['visitors'], /the report 'visitors' has no alerts/],
  [['service-levels', '--replay', '12'], /--replay: weeks, 1w to 53w/],
])('wrong arguments of a replay are explained: %j', async (args, message) => {
  const { code, err } = await reports(['alerts', ...args, ...FOLDERS])
  expect(err).toMatch(message)
  expect(code).toBe(2)
})
