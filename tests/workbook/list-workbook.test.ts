import { expect, test } from 'vitest'
import { type ListContent, writeListWorkbook } from '../../src/workbook/list-workbook.ts'
import { parts, styleOf, values } from '../support/read-workbook.ts'

const content: ListContent = {
  title: 'System users',
  facts: [
    ['List', 'System users'],
    ['Exported by', '=admin'],
  ],
  columns: [
    { header: 'User ID', kind: 'text' },
    { header: 'Last sign-in (UTC)', kind: 'moment' },
    { header: 'Sessions', kind: 'count' },
  ],
  rows: [
    ['=HYPERLINK("https://x.example")', '2025-06-02T08:00:00.000Z', 2],
    ['007\u0000', 'never', 0],
  ],
  creator: 'admin (Portal)',
  createdAt: new Date('2025-06-02T10:00:00Z'),
}

test('a list has texts as texts, times as dates of UTC, and counts as numbers (S50, S51)', async () => {
  const file = await writeListWorkbook(content)
  expect(await values(file)).toEqual({
    name: 'System users',
    rows: [
      ['User ID', 'Last sign-in (UTC)', 'Sessions'],
      ['=HYPERLINK("https://x.example")', new Date('2025-06-02T08:00:00.000Z'), 2],
      ['007', 'never', 0],
    ],
  })
  const { sheet, about, core, workbook } = parts(file)
  expect(sheet + about).not.toContain('<f>')
  expect(sheet).toContain('<pane xSplit="1" ySplit="1"')
  expect(sheet).toContain('<autoFilter ref="A1:C3"/>')
  expect(workbook).toContain('_xlnm.Print_Titles')
  expect(core).toContain('<dc:creator>admin (Portal)</dc:creator>')
  expect(styleOf(file, 'A1').bold).toBe(true)
  expect(styleOf(file, 'B2').format).toBe(String.raw`yyyy\-mm\-dd hh:mm`)
})

test('a list without rows has its header', async () => {
  const file = await writeListWorkbook({ ...content, rows: [] })
  expect((await values(file)).rows).toEqual([['User ID', 'Last sign-in (UTC)', 'Sessions']])
})
