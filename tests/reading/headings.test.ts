import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getCellText } from '../../src/reading/cells.ts'
import { chooseHeadings, findHeadings } from '../../src/reading/headings.ts'

const toRows = (lines: readonly string[]) =>
  lines.map((line, index) => ({ row: index + 1, cells: line.split(',') }))

const read = (lines: readonly string[]) => {
  const rows = toRows(lines)
  const start = findHeadings(rows)
  const [first] = rows.slice(start)
  return first === undefined ? null : chooseHeadings(first, rows.slice(start + 1))
}

const data = ['2025-03-01,1,2,3,4', '2025-03-02,5,6,7,8']

test.each<[what: string, lines: readonly string[], headings: string, rows: number]>([
  [
    'groups above',
    [',North,,South,', 'Date,In,Out,In,Out', ...data],
    'Date,North In,North Out,South In,South Out',
    2,
  ],
  [
    'a key above',
    ['Date,North,,South,', ',In,Out,In,Out', ...data],
    'Date,North In,North Out,South In,South Out',
    2,
  ],
  [
    'the key in both',
    ['Date,North,,South,', 'Date,In,Out,In,Out', ...data],
    'Date,North In,North Out,South In,South Out',
    2,
  ],
  [
    'a column after a group',
    ['Date,North,,Total,Rest', ',In,Out,,', ...data],
    'Date,North In,North Out,Total,Rest',
    2,
  ],
  ['units', ['Date,A,B,C,D', ',min,USD,min,USD', ...data], 'Date,A min,B USD,C min,D USD', 2],
  ['titles', ['Traffic,', 'Period:,March', 'Date,A,B,C,D', ...data], 'Date,A,B,C,D', 2],
  [
    'words that are records',
    ['Carrier,Way,Minutes', 'Alpha,In,none', 'Beta,Out,5'],
    'Carrier,Way,Minutes',
    2,
  ],
  [
    'words that name a record',
    ['Carrier,Way,Minutes', 'Alpha,In,many', 'Beta,Out,5'],
    'Carrier,Way,Minutes',
    2,
  ],
  ['one row', ['Date,A,B,C,D', ...data], 'Date,A,B,C,D', 2],
])('headings are chosen: %s', (_, lines, headings, rows) => {
  const found = read(lines)
  expect(found?.header.cells.map(getCellText).join(',')).toBe(headings)
  expect(found?.below).toHaveLength(rows)
})

test('two rows of headings lose no row of records, and name each column once', () => {
  const words = fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z]{2,6}$/), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(words, words, fc.integer({ min: 2, max: 9 }), (groups, parts, count) => {
      fc.pre([...groups, ...parts].every((word) => !/^(?:null|none|nil|nan)$/i.test(word)))
      const top = ['', ...groups.flatMap((group) => [group, ...parts.slice(1).map(() => '')])]
      const bottom = ['Date', ...groups.flatMap(() => parts)]
      const records = Array.from({ length: count }, (_, row) =>
        bottom.map((_heading, column) => (column === 0 ? `2025-03-0${row + 1}` : String(row * column))),
      )
      const found = read([top, bottom, ...records].map((cells) => cells.join(',')))
      expect(found?.header.cells).toEqual([
        'Date',
        ...groups.flatMap((group) => parts.map((part) => (group === part ? group : `${group} ${part}`))),
      ])
      expect(found?.below.map(({ cells }) => cells)).toEqual(records)
    }),
  )
})
