import { describe, expect, test } from 'vitest'
import { marchOf, parts, sampleStamp, write } from '../support/read-workbook.ts'

const wide = (columns: number) =>
  marchOf(
    Array.from({ length: columns }, (_, index) => `Carrier ${index + 1}`),
    [Array.from({ length: columns }, () => 1)],
  )

const printOf = async (...input: Parameters<typeof write>) => {
  const { sheet, workbook } = parts(await write(...input))
  const setup = /<pageSetup ([^>]*)\/>/.exec(sheet)?.[1] ?? ''
  const titles = /<definedName name="_xlnm.Print_Titles" localSheetId="0">([^<]*)</.exec(workbook)?.[1]
  return { sheet, setup, titles }
}

describe('a printed table', () => {
  test.each([
    [3, 'portrait', 1],
    [9, 'landscape', 1],
    [16, 'landscape', 1],
    [60, 'landscape', 4],
  ])('of %d columns is %s and %d pages wide, and as long as needed', async (columns, orientation, pages) => {
    const { sheet, setup } = await printOf(wide(columns))
    expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    expect(setup).toBe(`paperSize="9" orientation="${orientation}" fitToWidth="${pages}" fitToHeight="0"`)
  })

  test('repeats title, period, headers and the first column on each page', async () => {
    expect((await printOf(wide(2))).titles).toBe("'Daily Minutes Data'!$A:$A,'Daily Minutes Data'!$1:$3")
    const table = wide(2)
    const columns = table.columns.map((one) => ({ ...one, header: { above: 'All', label: one.label } }))
    const { titles } = await printOf({ ...table, columns }, { title: "Bob's" })
    expect(titles).toBe("'Bob''s'!$A:$A,'Bob''s'!$1:$4")
  })

  test('prints the sheet About on pages of its own', async () => {
    const { about } = parts(await write(wide(1), {}, sampleStamp))
    expect(about).toContain(
      '<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>',
    )
    expect(about).toContain('Page &amp;P of &amp;N')
  })
})
