import { describe, expect, test } from 'vitest'
import { describeAdded, listAdditions } from '../../../src/report/table/added-columns.ts'
import { arrangeTable as addColumns, listIgnored } from '../../../src/report/table/arrange-table.ts'
import { nameGaps } from '../../../src/report/table/totals.ts'
import { formatNumber } from '../../../src/report/model/format.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'
import { parts, write } from '../../support/read-workbook.ts'

const days = Array.from({ length: 10 }, (_, index) => `2025-03-${String(index + 1).padStart(2, '0')}`)
const ofDays = {
  selectors: [{ kind: 'year', options: { fixed: [2025] } }, { kind: 'month' }],
  rows: { key: { kind: 'date', field: 'day', label: 'Date' }, total: 'Total' },
}
const plan = compileOne({
  ...ofDays,
  columns: [
    { field: 'mtn', label: 'MTN' },
    { field: 'glo', label: 'GLO' },
  ],
})
const build = (left: readonly string[] = []) =>
  tabulate(
    plan,
    days.filter((day) => !left.includes(day)).map((day, index) => ({ day, mtn: index + 1, glo: 10 })),
    { year: '2025', month: '3' },
  )

/** The texts of the last column. */
function read(table: ReturnType<typeof build>) {
  const format = table.columns.at(-1)?.format ?? null
  const values = table.rows.map((row) => row.values.at(-1) ?? null)
  return values.map((value) => (value === null ? '' : formatNumber(value, format)))
}

test.each([
  ['mean', ['', '', '', '', '', '', '4.00', '5.00', '6.00', '7.00']],
  ['toDate', ['1.00', '3.00', '6.00', '10.00', '15.00', '21.00', '28.00', '36.00', '45.00', '55.00']],
  ['difference', ['', ...Array.from({ length: 9 }, () => '+1.00')]],
  ['share', ['1.8%', '3.6%', '5.5%', '7.3%', '9.1%', '10.9%', '12.7%', '14.5%', '16.4%', '18.2%']],
  ['rank', ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1']],
])('%s of a column is computed for each row', (kind, texts) => {
  const table = addColumns(build(), [`${kind}:MTN`])
  expect(read(table)).toEqual(texts)
  expect(table.columns.at(-1)?.label).toBe(describeAdded(`${kind}:MTN`))
  expect(table.total?.values).toHaveLength(3)
})

test('a day without a record is in no mean, and has no difference on either side', () => {
  const add = (kind: string) => read(addColumns(build(['2025-03-05']), [`${kind}:MTN`]))
  // The mean of 7 March is that of 1, 2, 3, 4, 5 and 6.
  expect(add('mean').slice(0, 7)).toEqual([...Array(5).fill(''), '3.50', '4.50'])
  expect(add('difference').slice(3, 6)).toEqual(['+1.00', '', '+1.00'])
})

test('a month that the table does not have from its first day has no sum to date', () => {
  expect(read(addColumns(build([days[0] ?? '']), ['toDate:MTN']))).toEqual(days.slice(1).map(() => ''))
})

test('a name has a course of its own, over the days of the table', () => {
  const byName = compileOne({
    ...ofDays,
    rows: { ...ofDays.rows, dimension: { field: 'way', label: 'Way' } },
    columns: [{ field: 'minutes', label: 'Minutes' }],
  })
  const records = days
    .slice(0, 8)
    .flatMap((day, index) => [
      { day, way: 'IN', minutes: index + 1 },
      ...(index === 0 || index === 4 ? [] : [{ day, way: 'OUT', minutes: 10 * index }]),
    ])
  const table = tabulate(byName, records, { year: '2025', month: '3' })
  const readName = (text: string, name: string) => {
    const texts = read(addColumns(table, [text]))
    return table.rows.flatMap(({ dimension }, index) => (dimension === name ? (texts[index] ?? '') : []))
  }
  expect(readName('difference:Minutes', 'IN')).toEqual(['', ...Array.from({ length: 7 }, () => '+1.00')])
  expect(readName('difference:Minutes', 'OUT')).toEqual(['', '+10.00', '+10.00', '', '+10.00', '+10.00'])
  expect(readName('toDate:Minutes', 'IN').at(-1)).toBe('36.00')
  expect(readName('toDate:Minutes', 'OUT')).toEqual(['10.00', '30.00', '60.00', '110.00', '170.00', '240.00'])
  expect(readName('mean:Minutes', 'IN').slice(-2)).toEqual(['4.00', '5.00'])
  // Of five days of seven, and of six.
  expect(readName('mean:Minutes', 'OUT').slice(-2)).toEqual(['34.00', '40.00'])
  expect(readName('rank:Minutes', 'OUT')).toEqual(['6', '5', '4', '3', '2', '1'])
})

test('a month after one that the table does not have has no difference', () => {
  const months = compileOne({
    selectors: [{ kind: 'year', options: { fixed: [2025] } }],
    data: { url: '/v1/small/{year}' },
    rows: { key: { kind: 'month', field: 'month', label: 'Month' }, total: 'Total' },
    columns: [{ field: 'mtn', label: 'MTN' }],
  })
  const records = [1, 2, 4].map((month) => ({ month, mtn: 10 * month }))
  const table = tabulate(months, records, { year: '2025' })
  expect(read(addColumns(table, ['difference:MTN']))).toEqual(['', '+10.00', ''])
})

test('what the table cannot have is left out, and several can be added', () => {
  const table = build()
  const unknown = ['share:Airtel', 'sum:MTN', 'x']
  const same = addColumns(table, unknown)
  expect(same.columns).toBe(table.columns)
  expect(listIgnored(same, unknown)).toEqual(unknown)
  expect(addColumns(same, [])).toBe(table)
  const both = addColumns(table, ['share:MTN', 'rank:MTN'])
  expect(both.columns.map(({ label }) => label)).toEqual(['MTN', 'GLO', 'MTN, share', 'MTN, rank'])
})

test('the series of what is added has no style of another, and only a mean is shown at once', () => {
  const { series } = addColumns(build(), ['mean:MTN', 'share:MTN'])
  const styles = series.map(({ color, dash }) => `${color} ${dash.join()}`)
  expect(new Set(styles).size).toBe(series.length)
  expect(series.map(({ visible }) => visible)).toEqual([true, true, true, false])
})

test('a mean of days and a sum to date are offered for rows of days', () => {
  const table = build()
  const [column] = table.columns
  if (column === undefined) throw new Error('no column')
  const list = (...of: Parameters<typeof listAdditions>) =>
    listAdditions(...of)
      .map(({ value }) => value)
      .join(' ')
  expect(list(table, column)).toBe('mean toDate difference share rank')
  expect(list({ ...table, keyKind: 'text' }, column)).toBe('share rank')
  expect(list(table, { ...column, total: 'computed' })).toBe('difference rank')
  // Such as daily averages, which are not added up.
  expect(list({ ...table, total: null }, column)).toBe('mean difference rank')
})

test('the row of the others has a share, and no rank', () => {
  const named = compileOne({
    rows: {
      key: { kind: 'text', field: 'name', label: 'Name' },
      total: 'Total',
      sort: { by: 'mtn', direction: 'descending' },
      top: { rows: 1, rest: 'Others' },
    },
    columns: [{ field: 'mtn', label: 'MTN' }],
  })
  const records = [6, 3, 1].map((mtn) => ({ name: `N${mtn}`, mtn }))
  const table = tabulate(named, records, { year: '2025', month: '3' })
  expect(table.rows.map(({ label }) => label)).toEqual(['N6', 'Others'])
  expect(read(addColumns(table, ['share:MTN']))).toEqual(['60.0%', '40.0%'])
  expect(read(addColumns(table, ['rank:MTN']))).toEqual(['1', ''])
})

test('a mean says, in its heading and below the table, why its first days are blank', () => {
  const table = addColumns(build(), ['mean:MTN'])
  const reason = 'blank for the first 6 days, because only days of this table count'
  expect(table.columns.at(-1)?.words).toBe(`MTN, 7-day mean, ${reason}`)
  expect(table.remarks).toEqual([...build().remarks, `MTN, 7-day mean: ${reason}.`])
  expect(addColumns(table, []).remarks).toEqual(build().remarks)
})

describe('what a column lacks is marked in what a reader adds to it', () => {
  const gap = 'Rates has no record of 3 March 2025.'
  const own = [...Array.from({ length: 2 }, () => []), [gap], ...Array.from({ length: 7 }, () => [])]
  const marked = (() => {
    const table = build()
    const put = (gaps: readonly string[]) => ({ gaps: [gaps, []] })
    return {
      ...table,
      rows: table.rows.map((row, index) => ({ ...row, ...put(own[index] ?? []) })),
      total: table.total && { ...table.total, ...put([gap]) },
    }
  })()

  test.each([
    // The mean of 7 March is the first one, and that of 9 March the last one that counts 3 March.
    ['mean', [7, 8, 9], false],
    ['toDate', [3, 4, 5, 6, 7, 8, 9, 10], false],
    ['difference', [3, 4], false],
    ['share', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], true],
    ['rank', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false],
  ])('%s', (kind, dates, isTotal) => {
    const table = addColumns(marked, [`${kind}:MTN`])
    const names = table.rows.map((row) => nameGaps(row).at(-1))
    expect(names.flatMap((name, index) => (name === 'incomplete' ? [index + 1] : []))).toEqual(dates)
    expect(table.total?.gaps?.at(-1)).toEqual(isTotal ? [gap] : [])
    // The other column lacks nothing.
    const whole = addColumns(marked, [`${kind}:GLO`])
    expect([...whole.rows, whole.total].flatMap((row) => row?.gaps?.at(-1) ?? [])).toEqual([])
  })

  test('a difference that is blank because the day before is, and of no row that is added for a forecast', () => {
    const rows = marked.rows.map((row, index) => (index === 2 ? { ...row, values: [null, 10] } : row))
    const forecast = marked.rows.slice(0, 3).map((row) => ({ ...row, gaps: [[], []] }))
    const table = addColumns({ ...marked, rows, forecast }, ['difference:MTN'])
    const names = table.rows.map((row) => nameGaps(row).at(-1)).slice(2, 5)
    expect(names).toEqual(['incomplete', 'incomplete', ''])
    expect(table.forecast?.map(({ gaps }) => gaps?.at(-1))).toEqual([[], [], []])
  })

  test('also in the row of the others, in the workbook and of the other tab', async () => {
    const others = marked.rows.map((row, index) => ({ ...row, isRest: index === 2 }))
    const shares = addColumns({ ...marked, rows: others }, ['share:MTN'])
    expect(shares.rows.map(({ gaps }) => gaps?.at(-1))).toEqual(days.map(() => [gap]))
    const { comments } = parts(await write(addColumns(marked, ['toDate:MTN'])))
    expect(new RegExp(`<comment ref="D6".*?<t>(.*?)</t>`).exec(comments)?.[1]).toBe(gap)
    const putBeside = (table: typeof marked, other: typeof marked) => {
      const beside = [{ tab: 'back', label: 'Back', table: other }]
      return addColumns(table, ['beside:back/MTN'], { limited: null, beside })
    }
    const both = putBeside(build() as typeof marked, marked)
    const gaps = both.rows.map((row) => row.gaps?.slice(-2)).slice(1, 4)
    expect(gaps).toEqual([undefined, [[gap], [gap]], undefined])
    expect(both.total?.gaps?.slice(-2)).toEqual([[gap], [gap]])
    const alone = putBeside(marked, build() as typeof marked)
    expect(alone.rows[2]?.gaps?.slice(-2)).toEqual([[], [gap]])
    expect(alone.total?.gaps?.slice(-2)).toEqual([[], [gap]])
  })
})
