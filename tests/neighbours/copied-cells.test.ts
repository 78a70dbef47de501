import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { formatCopiedCells } from '../../src/report/table/copied-cells.ts'
import { createFolder } from '../support/folder.ts'
import { convertByLibreOffice, hasLibreOffice, tableOf, TO_XLSX } from '../support/read-workbook.ts'

// LibreOffice reads copied cells by the rules of the user's country: in a German one, 1.234 is a thousand and more.

const table = tableOf(
  ['Airtel', '=1+1', '03-07'],
  [
    ['2025-03-07', '3/7/2025', [1234.5, 3.7, 1.234]],
    ['2025-07-03', '7/3/2025', [1_234_567.25, 12.25, -0.001]],
  ],
)
const total = table.total === null ? [] : [{ ...table.total, columns: table.columns }]
const { html } = formatCopiedCells(table, {
  rows: [...table.rows, ...total],
  columns: [-1, 0, 1, 2],
})

const settings = (locale: string) =>
  '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">' +
  '<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">' +
  `<value>${locale}</value></prop></item></oor:items>`

describe.skipIf(!hasLibreOffice)('copied cells in LibreOffice', { timeout: 120_000 }, () => {
  const folder = createFolder()

  test.each(['en-US', 'en-NG', 'de-DE'])(
    'are dates, numbers and texts in %s, whatever its separators (S50)',
    async (locale) => {
      const own = join(folder, locale)
      const user = join(own, 'profile', 'user')
      mkdirSync(user, { recursive: true })
      writeFileSync(join(user, 'registrymodifications.xcu'), settings(locale))
      const file = join(own, 'copied.html')
      writeFileSync(file, html)
      const out = convertByLibreOffice(own, [file], TO_XLSX, ['--infilter=HTML (StarCalc)'])
      const [sheet] = await readXlsxFile(readFileSync(join(out, 'copied.xlsx')))
      expect(sheet?.data).toEqual([
        ['Date', 'Airtel', '=1+1', '03-07'],
        [new Date('2025-03-07T00:00:00Z'), 1234.5, 3.7, 1.234],
        [new Date('2025-07-03T00:00:00Z'), 1_234_567.25, 12.25, -0.001],
        ['Total', 1_235_801.75, 15.95, 1.233],
      ])
    },
  )
})
