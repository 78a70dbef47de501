import * as fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { stampWorkbook } from '../../src/workbook/stamp.ts'
import { writeWorkbook } from '../../src/workbook/workbook.ts'
import { parts, sampleAbout, sampleStamp, tableOf, write } from '../support/read-workbook.ts'

const march = tableOf(['Airtel'], [['2025-03-01', '3/1/2025', [1]]])
const hostile = '=1+1 <&"\'> ]]>\u0007 \ud800 _x0041_ é😀'
const cleaned = '=1+1 <&"\'> ]]>  _x0041_ é😀'

describe('the stamp', () => {
  test('is in the properties of the file, with the portal as the program that wrote it', async () => {
    const { core, app } = parts(await write(march))
    expect(core).toContain('<dc:title>Daily Minutes Data</dc:title>')
    expect(core).toContain('<dc:creator>analyst (BI Dashboard)</dc:creator>')
    expect(core).toContain('<cp:lastModifiedBy>analyst</cp:lastModifiedBy>')
    expect(core).toMatch(/<dcterms:created [^>]*>2025-06-02T10:00:05Z</)
    expect(core).toMatch(/<dcterms:modified [^>]*>2025-06-02T10:00:05Z</)
    expect(app).toContain('<Application>BI Dashboard</Application>')
    expect(core + app).not.toContain('hucre')
  })

  test('stays text, whatever it contains', async () => {
    const file = await write(march, {}, { user: hostile, product: hostile, title: hostile })
    const [, about] = await readXlsxFile(Buffer.from(file), { trim: false })
    const found = new Map(about?.data.map(([name, text]) => [name, text]))
    expect(found.get('Exported by')).toBe(cleaned)
    expect(found.get('Exported from')).toBe(cleaned)
    const { core, app, about: sheet } = parts(file)
    for (const xml of [core, app, sheet]) {
      // oxlint-disable-next-line no-control-regex
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\uFFFE\uFFFF]|]]>|<f>/)
    }
  })

  test('changes nothing else, so that one file serves every user', async () => {
    const table = tableOf(['Airtel', '-1'], [['2025-03-01', '3/1/2025', [-1, -2]]])
    const unstamped = await writeWorkbook({ table, title: 'T', period: '', about: sampleAbout })
    const before = unstamped.slice()
    const [one, other] = ['one', 'other'].map((user) => stampWorkbook(unstamped, { ...sampleStamp, user }))
    expect(unstamped).toEqual(before)
    const [first, second] = [unzipSync(one ?? before), unzipSync(other ?? before)]
    expect(Object.keys(first).toSorted()).toEqual(Object.keys(unzipSync(before)).toSorted())
    const differ = Object.keys(first).filter(
      (name) => Buffer.compare(first[name] ?? new Uint8Array(), second[name] ?? new Uint8Array()) !== 0,
    )
    expect(differ).toEqual(['docProps/core.xml', 'xl/worksheets/sheet2.xml'])
    expect(stampWorkbook(unstamped, { ...sampleStamp, user: 'one' })).toEqual(one)
  })

  test('is read by a reader that verifies checksums, whatever it says (generated)', async () => {
    const unstamped = await writeWorkbook({ table: march, title: 'T', period: '', about: sampleAbout })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), async (name) => {
        const user = `x${name.replaceAll(/[\p{Cc}\p{Cs}_\uFFFE\uFFFF]/gu, '')}x`
        const { sheets } = await readXlsx(stampWorkbook(unstamped, { ...sampleStamp, user }))
        expect(sheets[1]?.rows.find(([label]) => label === 'Exported by')?.[1]).toBe(user)
      }),
      { numRuns: 50 },
    )
  })
})
