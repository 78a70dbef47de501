import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AmountColumns } from '../../../../src/cli/data/import/amount.ts'
import { createTestApp, type TestApp } from '../../../support/test-app.ts'
import { recordsOf } from '../../../support/stored-records.ts'
import { clearRecords, data, put } from '../../../support/run-data.ts'

let folder = ''
let portal: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'commas-'))
  portal = await createTestApp()
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => clearRecords(portal.engine))

const HEADINGS = ['Date', 'Direction', 'Atlantic Voice']
const lineOf = (figure: string, index: number) => [`2027-03-0${index + 1}`, 'IDA_TO_ROUTELINK', figure]
const importCsv = (separator: string, figures: readonly string[]) => {
  const quotes = separator === ',' ? '"' : ''
  const lines = figures.map((figure, index) =>
    lineOf(figure.includes(',') ? `${quotes}${figure}${quotes}` : figure, index).join(separator),
  )
  const path = put(folder, 'file.csv', [HEADINGS.join(separator), ...lines].join('\n'))
  return data(portal.location, 'import', 'international-minutes', path)
}
const importTexts = async (figures: readonly string[]) => {
  const rows = [HEADINGS, ...figures.map(lineOf)]
  const path = put(folder, 'file.xlsx', await writeXlsx({ sheets: [{ name: 'A', rows }] }))
  return data(portal.location, 'import', 'international-minutes', path)
}
const stored = async () => {
  const records = await recordsOf(
    portal.engine.database,
    'international-minutes',
    'IDA_TO_ROUTELINK',
    2027,
    3,
  )
  return records.map(({ measures }) => measures['Atlantic Voice'])
}

const ways: readonly [string, (figures: readonly string[]) => ReturnType<typeof importTexts>][] = [
  ['separated by semicolons', (figures) => importCsv(';', figures)],
  ['separated by commas, figures in quotes', (figures) => importCsv(',', figures)],
  ['separated by tabs', (figures) => importCsv('\t', figures)],
  ['in text cells of a workbook', importTexts],
]

describe.each(ways)('amounts %s: an ambiguous comma is rejected (M8)', (_, bring) => {
  test.each<[readonly string[], readonly number[]]>([
    [['412,500.00'], [412_500]],
    [['1,412,500'], [1_412_500]],
    [
      ['412,500', '1,412.50'],
      [412_500, 1_412.5],
    ],
    [
      ['1,412,500', '412,500'],
      [1_412_500, 412_500],
    ],
    [
      ['412,500', '412.5'],
      [412_500, 412.5],
    ],
    [
      ['412,500', '1412.500'],
      [412_500, 1412.5],
    ],
    [
      ['412,500', '0.125'],
      [412_500, 0.125],
    ],
    [
      ['58.125', '412500'],
      [58.125, 412_500],
    ],
  ])('%j is %j', async (figures, values) => {
    expect(await bring(figures)).toMatchObject({ code: 0 })
    expect(await stored()).toEqual(values)
  })

  test.each<[readonly string[], readonly string[]]>([
    [
      ['412,500'],
      [`row 2, column "Atlantic Voice" (C): '412,500' may have a decimal comma; write 412.5, or 412500 if`],
    ],
    [
      ['58,125', '7', '236,000'],
      [
        `row 2, column "Atlantic Voice" (C): '58,125' may have a decimal comma; write 58.125, or 58125 if`,
        `row 4, column "Atlantic Voice" (C): '236,000' may have a decimal comma; write 236, or 236000 if`,
      ],
    ],
    // Points between thousands, in the same country as the decimal comma.
    [['412,500', '412.500'], [`'412,500' may have a decimal comma; write 412.5, or 412500 if`]],
    [['412,5'], [`row 2, column "Atlantic Voice" (C): '412,5' is not a number; write 412.5`]],
    [['0,500'], [`'0,500' is not a number; write 0.500`]],
    [['1412,500'], [`'1412,500' is not a number; write 1412.500`]],
    [['1.412,50'], [`'1.412,50' is not a number; write 1412.50`]],
  ])('%j is refused with what to write', async (figures, messages) => {
    const { code, out } = await bring(figures)
    expect(code).toBe(1)
    for (const message of messages) expect(out).toContain(message)
    expect(out).toContain(`${messages.length} error${messages.length === 1 ? '' : 's'}, nothing was imported`)
    expect(await stored()).toEqual([])
  })
})

test('commas are checked by column and reported before the wrong totals they cause (M8)', async () => {
  const file = [
    'Date;Type;Airtel;MTN;9Mobile;GLO;IDA;Total',
    '2027-03-07;MNO_TO_ROUTELINK;412,500;655,250.00;58,125;236;121;714',
  ]
  const { out } = await data(
    portal.location,
    'import',
    'daily-reports',
    put(folder, 'file.csv', file.join('\n')),
  )
  const lines = out.split('\n')
  expect(lines[0]).toMatch(/^row 2, column "Airtel" \(C\): '412,500' may have a decimal comma; write 412\.5,/)
  expect(lines[1]).toMatch(
    /^row 2, column "9Mobile" \(E\): '58,125' may have a decimal comma; write 58\.125,/,
  )
  expect(lines.at(-1)).toMatch(/errors, nothing was imported$/)
})

describe('a column in one number format (M8)', () => {
  const figures = fc.array(fc.integer({ min: 0, max: 10 ** 10 }), { minLength: 1, maxLength: 40 })
  const read = (texts: readonly string[]) => {
    const columns = new AmountColumns()
    const place = { index: 2, heading: 'Airtel' }
    const values = texts.map((text, index) => columns.read(index + 2, place, text))
    return {
      values,
      isRefused: columns.errors().count > 0 || values.some((value) => typeof value === 'string'),
    }
  }

  test('with decimal commas it is rejected unless it contains no comma', () => {
    fc.assert(
      fc.property(figures, fc.integer({ min: 1, max: 4 }), fc.boolean(), (numbers, decimals, grouped) => {
        const texts = numbers.map((number) =>
          (number / 10 ** decimals).toLocaleString('de', {
            minimumFractionDigits: decimals,
            useGrouping: grouped,
          }),
        )
        expect(read(texts).isRefused).toBe(true)
      }),
    )
  })

  test('with decimal points and thousands commas it is parsed correctly or rejected', () => {
    fc.assert(
      fc.property(figures, fc.integer({ min: 0, max: 4 }), fc.boolean(), (numbers, decimals, grouped) => {
        const texts = numbers.map((number) =>
          (number / 10 ** decimals).toLocaleString('en', {
            minimumFractionDigits: decimals,
            useGrouping: grouped,
          }),
        )
        const { values, isRefused } = read(texts)
        const meant = numbers.map((number) => number / 10 ** decimals)
        expect(isRefused ? meant : values).toEqual(meant)
        // Only whole figures of four to six digits leave open what their comma means.
        const isOpen = texts.every((text) => /^\d{1,3}(?:,\d{3})?$/.test(text)) && texts.join().includes(',')
        expect(isRefused).toBe(isOpen && texts.some((text) => text.includes(',')))
      }),
    )
  })
})
