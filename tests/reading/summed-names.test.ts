import { expect, test } from 'vitest'
import { parseChoices } from '../../src/server/data/imports/import-options.ts'
import { inferTable } from '../../src/server/data/drafting/infer.ts'
import { usualOptions } from '../../src/server/data/drafting/table-options.ts'

/** Infers the rows of two days, with a name that adds up the two others. */
const infer = (rows: readonly string[], read: readonly string[] = []) =>
  inferTable(
    ['Day', 'Region', 'Carrier', 'Minutes', 'Rate'],
    rows.map((row) => row.split(' ')),
    { ...usualOptions, choices: parseChoices(read) },
  )

const below = (name: string) => [
  '2025-03-01 North Claro 10 0.5',
  '2025-03-01 North Tigo 20.5 0.7',
  `2025-03-01 North ${name} 30.5 1.2`,
  '2025-03-02 North Claro 5 0.4',
  '2025-03-02 North Tigo 7.25 0.6',
  `2025-03-02 North ${name} 12.25 1`,
]
const above = [...below('Red').slice(2, 3), ...below('Red').slice(0, 2), ...below('Red').slice(3)]
/** The same amounts and rates of three names on four days. */
const fourDays = ([claro = '', tigo = '', red = '']) =>
  ['01', '02', '03', '04'].flatMap((day) => [
    `2025-03-${day} North Claro ${claro}`,
    `2025-03-${day} North Tigo ${tigo}`,
    `2025-03-${day} North Red ${red}`,
  ])

test.each([
  ['that is called a sum in another language', below('Complessivo')],
  ['with any name', below('Red')],
  ['in another script', below('المجموع')],
  ['above the rows that it adds up', above],
  ['whose rate is no sum', fourDays(['10.5 0.5', '20 0.7', '30.5 0.6'])],
])('a total of each day %s is asked about', (_, rows) => {
  const [question] = infer(rows).questions
  expect(question).toMatchObject({ key: 'totals', location: { heading: 'Carrier' } })
  expect(question?.found).toMatch(/^'.*', whose amounts are the sums of other rows,$/)
})

test('the rows of such a name are left out, or kept, as is chosen', () => {
  const left = infer(below('Red'), ['totals=leave out'])
  expect(left.dimensions.map(({ values }) => values)).toEqual([['North'], ['Claro', 'Tigo']])
  expect(left.notes).toContain("2 totals are left out: 'Red' in row 4, 'Red' in row 7")
  const kept = infer(below('Red'), ['totals=keep'])
  expect(kept.dimensions[1]?.values).toEqual(['Claro', 'Red', 'Tigo'])
})

test.each([
  ['adds up the others on one day alone', below('Red').with(5, '2025-03-02 North Red 12 1')],
  ['has the amount of the only other name', below('Red').filter((row) => !row.includes('Tigo'))],
  ['has no amount in a column, like the others', fourDays(['10.5 0', '20.5 0', '70.5 0'])],
  ['has a rate as small as what is rounded', fourDays(['10.5 0.004', '20.5 0.003', '70.5 0.004'])],
  ['has the amount of one other, and none is zero', fourDays(['1 0.4', '0 0.3', '1 0.5'])],
  ['has no amount, like the others', below('Red').map((row) => row.replace(/[\d.]+ [\d.]+$/, '0 0'))],
])('a name that %s is a name', (_, rows) => {
  expect(infer(rows).questions).toEqual([])
})
