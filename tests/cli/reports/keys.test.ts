import { expect, test } from 'vitest'
import { reports } from '../../support/terminal.ts'

test.each([
  ['report', '- `title` (text; by default `"{report}"`): The title of the page; the menu entry by default.'],
  ['dataset', '- `id` (text; needed): Unique; the name of the file.'],
  ['dashboard', '## DashboardDefinition'],
  ['schedule', '- `workbook` (true or false; by default `true`): Whether the workbook is attached.'],
])('the keys of a %s are printed with type and meaning', async (kind, line) => {
  const { code, out } = await reports(['keys', kind])
  expect(code).toBe(0)
  expect(out).toContain(line)
})

test('another kind is a wrong usage that names the kinds', async () => {
  const { code, err } = await reports(['keys', 'table'])
  expect(code).toBe(2)
  expect(err).toContain('expected report, dataset, dashboard, schedule')
})
