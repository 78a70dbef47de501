import { describe, expect, test } from 'vitest'
import { marchOf, parts, sampleStamp, write } from '../support/read-workbook.ts'

const wide = (columns: number, days = 1) =>
  marchOf(
    Array.from({ length: columns }, (_, index) => `Carrier ${index + 1}`),
    Array.from({ length: days }, () => Array.from({ length: columns }, () => 1)),
  )

const printOf = async (...input: Parameters<typeof write>) => {
  const { sheet, workbook } = parts(await write(...input))
  const setup = /<pageSetup ([^>]*)\/>/.exec(sheet)?.[1] ?? ''
  const name = (wanted: string) =>
    new RegExp(`<definedName name="_xlnm.${wanted}" localSheetId="0">([^<]*)<`).exec(workbook)?.[1]
  return { sheet, setup, area: name('Print_Area'), titles: name('Print_Titles') }
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

  test('repeats the headers and the first column on each page', async () => {
    expect((await printOf(wide(2))).titles).toBe("'Daily Minutes Data'!$A:$A,'Daily Minutes Data'!$3:$3")
    const table = wide(2)
    const columns = table.columns.map((one) => ({ ...one, header: { above: 'All', label: one.label } }))
    const { titles } = await printOf({ ...table, columns }, { sheetName: "Bob's" })
    expect(titles).toBe("'Bob''s'!$A:$A,'Bob''s'!$3:$4")
  })

  test('is all of the rows and columns, and what a longer text above or below covers', async () => {
    expect((await printOf(wide(3, 2))).area).toBe("'Daily Minutes Data'!$A$1:$D$6")
    const remarks = ['r'.repeat(120)]
    const { area, setup } = await printOf({ ...wide(1), remarks })
    expect(area).toBe("'Daily Minutes Data'!$A$1:$N$7")
    expect(setup).toContain('orientation="landscape"')
  })

  test('has title, period and page on each page; the first one has them in its cells', async () => {
    const { sheet } = await printOf(wide(1), { title: 'Calls & "cost" &D', period: '2025 March' })
    const footer = '&amp;L&amp;F&amp;RPage &amp;P of &amp;N'
    expect(/<headerFooter.*<\/headerFooter>/.exec(sheet)?.[0].replaceAll('&quot;', '"')).toBe(
      '<headerFooter differentFirst="1">' +
        '<oddHeader>&amp;L&amp;"-,Bold"Calls &amp;&amp; "cost" &amp;&amp;D&amp;R2025 March</oddHeader>' +
        `<oddFooter>${footer}</oddFooter><firstFooter>${footer}</firstFooter></headerFooter>`,
    )
  })

  test('does not repeat the period of a title, and cuts texts that are too long for a header', async () => {
    const { sheet } = await printOf(wide(1), { title: 'Calls - 2025 March' })
    expect(sheet).toContain('Calls - 2025 March</oddHeader>')
    const long = await printOf(wide(1), { title: '&'.repeat(400), period: 'x&'.repeat(400) })
    const header = /<oddHeader>(.*)<\/oddHeader>/.exec(long.sheet)?.[1] ?? ''
    expect(header.replaceAll(/&(?:amp|quot);/g, '&').length).toBeLessThanOrEqual(255)
    expect(header).toMatch(/(&amp;&amp;)+…&amp;R(x&amp;&amp;)+x?…$/)
  })

  test('prints the sheet About on pages of its own', async () => {
    const { about } = parts(await write(wide(1), {}, sampleStamp))
    expect(about).toContain(
      '<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>',
    )
    expect(about).toContain('Page &amp;P of &amp;N')
  })
})
