import { expect, test } from 'vitest'
import { inferTable } from '../../src/server/data/drafting/infer.ts'
import { usualOptions } from '../../src/server/data/drafting/table-options.ts'
import { parseChoices } from '../../src/server/data/imports/import-options.ts'

const infer = (rows: readonly string[], read: readonly string[] = []) =>
  inferTable(
    ['Day', 'Carrier', 'Minutes', 'ASR'],
    rows.map((row) => row.split(';')),
    { ...usualOptions, choices: parseChoices(read) },
  )

const days = ['2025-03-01;A;10;0.5', '2025-03-01;B;20;0.7', '2025-03-02;A;5.5;0.4', '2025-03-02;B;7;0.6']

const found =
  '\'Total\' is 6,112,706 in column "Minutes", but the rows add up to 42.5: the file may be cut or contain rows twice'

test.each([
  ['below the rows', [...days, 'Total;;6112706;0.55']],
  ['above the rows', ['Total;;6112706;0.55', ...days]],
  ['below totals of days', [...days, '2025-03-01;Total;30;0.6', 'Total;;6112706;0.55']],
])('a total %s that no rows add up to is asked about', (_, rows) => {
  const [question] = infer(rows).questions
  expect(question).toMatchObject({ key: 'totals', found, options: [{ value: 'leave out' }] })
  const left = infer(rows, ['totals=leave out'])
  expect(left.questions).toEqual([])
  expect(left.notes).toContain(`row ${question?.row}: ${found}`)
})

test('a total of half of the rows, which a file contains twice, is asked about', () => {
  const twice = [...days, ...days, 'Total;;42.5;0.55']
  expect(infer(twice).questions.map((one) => one.found)).toEqual([
    '\'Total\' is 42.5 in column "Minutes", but the rows add up to 85: the file may be cut or contain rows twice',
  ])
})

test.each([
  ['adds the rows up', [...days, 'Total;;42.5;0.55']],
  ['is a mean of each amount', [...days, 'Total;;10.6;0.55']],
  ['adds up rows below it', ['Total;;42.5;0.55', ...days]],
  ['adds up one row', ['2025-03-01;A;10;0.5', 'Total;;10;0.5', ...days.slice(1)]],
  [
    'adds subtotals up',
    [...days.slice(0, 2), 'Subtotal;;30;0.6', ...days.slice(2), 'Subtotal;;12.5;0.5', 'Total;;42.5;0.55'],
  ],
  [
    'adds up rows of its day that are elsewhere',
    [
      ...days.filter((row) => row.includes('A')),
      ...days.filter((row) => row.includes('B')),
      '2025-03-01;Total;30;0.6',
    ],
  ],
  [
    'is rounded like the rows',
    ['61', '71', '80', '90']
      .map((minutes) => `2025-03-01;${minutes};${minutes};0.5`)
      .concat('Total;;304;0.5'),
  ],
])('a total that %s is left out', (_, rows) => {
  const { questions, notes } = infer(rows)
  expect(questions).toEqual([])
  expect(notes.join()).toMatch(/left out/)
  expect(notes.join()).not.toMatch(/but the rows add up/)
})
