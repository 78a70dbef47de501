import readXlsxFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { addComparison, findEarlierPeriod } from '../../../src/report/table/add-comparison.ts'
import {
  arrangeTable,
  describePart,
  findBeside,
  listIgnored,
} from '../../../src/report/table/arrange-table.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { explainNumber } from '../../../src/report/table/explain-number.ts'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import type { ReportPlan } from '../../../src/report/model/report-plan.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { limitRows } from '../../../src/report/table/limit-table.ts'
import { compile, compileOne, small, tabulate } from '../../support/definitions.ts'
import { values, write } from '../../support/read-workbook.ts'

const operators = ['mtn', 'glo', 'airtel', 'etisalat', 'ntel']
const days = ['2025-03-01', '2025-03-02', '2025-03-03']
const definition = {
  selectors: [{ kind: 'year', options: { fixed: [2025] } }, { kind: 'month' }],
  data: { url: '/v1/small/{year}/{month}' },
  rows: { key: { kind: 'date', field: 'day', label: 'Date' }, total: 'Total' },
  columns: [
    ...operators.map((field) => ({ field, label: field.toUpperCase() })),
    { id: 'all', label: 'All', value: operators.join(' + '), role: 'total' },
  ],
} as const
const plan = compileOne(definition)
const selection = { year: '2025', month: '3' }
/** The operators in their order have 1, 2, 3, 4 and 5 times a number of each day. */
const list = (left: readonly string[], factor: number, month = '03') =>
  days
    .filter((day) => !left.includes(day))
    .map((day, row) => ({
      day: day.replace('-03-', `-${month}-`),
      ...Object.fromEntries(operators.map((name, index) => [name, factor * (index + 1) * (row + 1)])),
    }))
const build = (left: readonly string[] = [], factor = 1) => tabulate(plan, list(left, factor), selection)
/** The visible columns, each with its total. */
const shown = (table: ReturnType<typeof build>) =>
  table.columns.flatMap(({ label, hidden }, index) =>
    hidden ? [] : [`${label}: ${table.total?.values[index]}`],
  )
/** Compares March with the month before it. */
function compareMonths(compared: ReportPlan, march: readonly object[], february: readonly object[]) {
  const period = findEarlierPeriod(compared, selection, 'previous')
  if (period.problem !== null) throw new Error(period.problem)
  const respond = (records: readonly object[]) => parseResponse(compared, { success: true, records })
  const response = respond(march)
  const table = buildTable(compared, selection, response)
  const shownPeriod = { plan: compared, selection, compare: 'previous', response, table } as const
  return addComparison(shownPeriod, period, respond(february)).table
}
/** The lines below the total, each with its value of the two columns that a limit puts together. */
function listOthers(whole: ReportTable) {
  const { columns, comparison } = arrangeTable(whole, ['largest:3'])
  const others = columns.findIndex(({ label }) => label === 'Others (2)')
  return comparison?.lines.map(({ label, values: of }) => [label, of[others]])
}

describe('the largest columns', () => {
  test('are shown with one for the others, and totals count all', () => {
    const table = arrangeTable(build(), ['largest:3'])
    expect(shown(table)).toEqual(['AIRTEL: 18', 'ETISALAT: 24', 'NTEL: 30', 'Others (2): 18', 'All: 90'])
    expect(table.rows.map(({ values }) => values.at(-2))).toEqual([3, 6, 9])
    const visible = table.series.filter((series) => series.visible).map(({ name }) => name)
    expect(visible).toEqual(['AIRTEL', 'ETISALAT', 'NTEL', 'Others (2)'])
    expect(table.series).toHaveLength(4)
    expect(arrangeTable(table, []).columns).toEqual(build().columns)
  })

  test('are in the workbook, with the others and the whole total', async () => {
    const table = arrangeTable(build(), ['largest:3', 'share:NTEL'])
    const { rows } = await values(await write(table))
    const [head = [], ...body] = rows.slice(rows.findIndex(([first]) => first === 'Date'))
    expect(head).toEqual(['Date', 'AIRTEL', 'ETISALAT', 'NTEL', 'Others (2)', 'All', 'NTEL, share'])
    expect(body[0]?.slice(1)).toEqual([3, 4, 5, 3, 15, 5 / 30])
    expect(body.find(([first]) => first === 'Total')?.slice(1)).toEqual([18, 24, 30, 18, 90, 1])
  })

  test('compare the others with those of an earlier period, as they would alone', () => {
    const compared = compileOne({ ...definition, compare: ['previous'] })
    const whole = compareMonths(compared, list([], 1), list([], 2, '02'))
    const { columns, comparison } = arrangeTable(whole, ['largest:3'])
    const others = columns.findIndex(({ label }) => label === 'Others (2)')
    expect(comparison?.lines.map(({ values: of }) => of[others])).toEqual([36, -18, -0.5])
    const formats = (of: typeof comparison, index: number) =>
      of?.lines.map((line) => line.columns[index]?.format)
    expect(formats(comparison, others)).toEqual(formats(whole.comparison, 0))
    expect(comparison?.rows.map((row) => row?.values[others])).toEqual([6, 12, 18])
    expect([comparison?.totals[others], comparison?.earlierTotals[others]]).toEqual([18, 36])
  })

  test('compare the others per day where an earlier period has more days', () => {
    const compared = compileOne({ ...definition, compare: ['sameDays', 'previous'] })
    const whole = compareMonths(compared, list(['2025-03-03'], 1), list([], 2, '02'))
    expect(listOthers(whole)).toEqual([
      ['February 2025', 36],
      ['Difference', 9 - 36],
      ['Difference %', 9 / 36 - 1],
      ['Difference per day %', 9 / 2 / (36 / 3) - 1],
    ])
  })

  test('compare the mean of the others where no row has totals, unless a number of theirs is blank', () => {
    const { total: _, ...rows } = definition.rows
    const means = compileOne({ ...definition, rows: { ...rows, missing: 'blank' }, compare: ['previous'] })
    const limit = (earlier: readonly object[]) => listOthers(compareMonths(means, list([], 1), earlier))
    expect(limit(list([], 2, '02'))).toEqual([
      ['Mean of March 2025', 6],
      ['Mean of February 2025', 12],
      ['Difference', -6],
      ['Difference %', -0.5],
    ])
    const blank = list([], 2, '02').map((record, index) => (index === 0 ? { ...record, mtn: null } : record))
    expect(limit(blank)?.map(([, value]) => value)).toEqual([null, null, null, null])
  })

  test('are those of one total: a column that only another total adds stays', () => {
    const halves = compileOne({
      ...definition,
      columns: [
        ...['ida', 'mtn', 'glo', 'ntel'].map((field) => ({ field, label: field.toUpperCase() })),
        { id: 'all', label: 'All', value: 'mtn + glo + ntel', role: 'total' },
        { id: 'double', label: 'Double', value: 'all * 2' },
        { id: 'grand', label: 'Grand Total', value: 'all + ida', role: 'total' },
      ],
      highlights: [{ when: { column: 'double', operator: '>', value: 1 }, as: 'bad' }],
    })
    const record = { day: '2025-03-01', ida: 1, mtn: 20, glo: 3, ntel: 4 }
    const whole = tabulate(halves, [record], selection)
    const table = arrangeTable(whole, ['largest:1'])
    const totals = ['All: 27', 'Double: 54', 'Grand Total: 28']
    expect(shown(table)).toEqual(['IDA: 1', 'MTN: 20', 'Others (2): 7', ...totals])
    const explain = (of: typeof table, label: string) => {
      const index = of.columns.findIndex((column) => column.label === label)
      return explainNumber(of, index, null, '')
    }
    for (const label of ['All', 'Double', 'Grand Total'])
      expect(explain(table, label)).toEqual(explain(whole, label))
    for (const { name, columnIndex } of table.series) expect(table.columns[columnIndex]?.label).toBe(name)
    const marked = table.highlights?.conditions.flatMap(({ columns }) => columns) ?? []
    expect(marked.map((index) => table.columns[index]?.label)).toEqual(['Double'])
  })

  test('are all columns where no more are there', () => {
    const table = arrangeTable(build(), ['largest:5'])
    expect(shown(table)).toEqual(shown(build()))
    expect(listIgnored(table, ['largest:5'])).toEqual(['largest:5'])
  })
})

describe('another tab', () => {
  const beside = [{ tab: 'back', label: 'Back', table: build(['2025-03-02'], 10) }]

  test('is put beside a column, with their net', () => {
    const table = arrangeTable(build(), ['beside:back/MTN'], { limited: null, beside })
    expect(shown(table).slice(-2)).toEqual(['MTN, Back: 30', 'MTN, net: -24'])
    expect(table.rows.map(({ values }) => values.at(-2))).toEqual([10, null, 20])
    expect(table.rows.map(({ values }) => values.at(-1))).toEqual([-9, null, -17])
    const gap = 'Only one of both has a number for 3/2/2025.'
    expect(table.rows.map(({ gaps }) => gaps?.slice(-2))).toEqual([undefined, [[], [gap]], undefined])
    expect(table.total?.gaps?.slice(-2)).toEqual([[], [gap]])
  })

  test('has no number of a day without a record, where that has zeros, and neither has their net', () => {
    const filled = compileOne({ ...definition, rows: { ...definition.rows, fillMissing: 'days' } })
    const tabulateFilled = (left: readonly string[], factor: number) =>
      tabulate(filled, list(left, factor), selection)
    const own = tabulateFilled(['2025-03-01'], 1)
    const other = { tab: 'back', label: 'Back', table: tabulateFilled(['2025-03-02'], 10) }
    const table = arrangeTable(own, ['beside:back/MTN'], { limited: null, beside: [other] })
    expect(own.rows.slice(0, 4).map((row) => row.values[0])).toEqual([0, 1, 2, 0])
    expect(table.rows.slice(0, 4).map((row) => row.values.slice(-2))).toEqual([
      [10, null],
      [null, null],
      [20, -18],
      [null, null],
    ])
    const gaps = ['1', '2'].map((day) => `Only one of both has a number for 3/${day}/2025.`)
    expect(table.total?.gaps?.at(-1)).toEqual(gaps)
    expect(shown(table).slice(-2)).toEqual(['MTN, Back: 30', 'MTN, net: -27'])
  })

  test('is loaded with all of its rows, since one that this tab shows can be one of the others there', () => {
    const screen = (id: string) => ({ id, label: id, params: { way: id } })
    const [report] = compile({
      ...small,
      ...definition,
      data: { url: '/v1/small/{year}/{month}/{way}' },
      rows: { ...definition.rows, sort: { by: 'mtn', direction: 'descending' }, top: { rows: 1 } },
      tabs: { navigation: 'query', items: [screen('there'), screen('back')] },
    })
    const shownPlan = report?.plans[0]
    const found = report && shownPlan && findBeside(report, shownPlan, ['beside:back/MTN'])
    expect(shownPlan?.rows.top).toMatchObject({ rows: 1 })
    expect(found?.map(({ tab, plan: other }) => [tab, other.rows.top])).toEqual([['back', null]])
  })

  test('is put beside all columns at once, each one once, with the net of totals too', () => {
    const whole = arrangeTable(build(), ['beside:back'], { limited: null, beside })
    const single = build().columns.map(({ label }) => `beside:back/${label}`)
    expect(shown(whole)).toEqual(shown(arrangeTable(build(), single, { limited: null, beside })))
    expect(whole.columns).toHaveLength(3 * build().columns.length)
    expect(listIgnored(whole, ['beside:back'])).toEqual([])
    const twice = arrangeTable(build(), ['beside:back/MTN', 'beside:back'], { limited: null, beside })
    expect(new Set(twice.columns.map(({ id }) => id)).size).toBe(whole.columns.length)
    expect(twice.columns).toHaveLength(whole.columns.length)
  })

  describe('that is compared with earlier periods', () => {
    const compared = compileOne({ ...definition, compare: ['sameDays', 'previous'] })
    /** Compares March, with a factor and without the left days, with an earlier February. */
    const compare = (left: readonly string[], factor: number, earlier: readonly object[]) =>
      compareMonths(compared, list(left, factor), earlier)
    const put = (own: ReportTable, table: ReportTable, added = ['beside:back/MTN']) =>
      arrangeTable(own, added, { limited: null, beside: [{ tab: 'back', label: 'Back', table }] })
    /** The lines below the total, each with its values of the column, of that of the other tab, and of their net. */
    const lines = ({ comparison }: ReportTable) =>
      comparison?.lines.map(({ label, values: of }) => [label, of[0], ...of.slice(-2)])

    test('has their values and its net, row by row and in total', () => {
      const table = put(compare([], 1, list([], 2, '02')), compare([], 10, list([], 5, '02')))
      const { comparison } = table
      const rows = comparison?.rows.map((row) => [row?.values[0], ...(row?.values.slice(-2) ?? [])])
      expect(rows).toEqual([
        [2, 5, -3],
        [4, 10, -6],
        [6, 15, -9],
      ])
      expect(lines(table)).toEqual([
        ['February 2025', 12, 30, -18],
        ['Difference', -6, 30, -36],
        ['Difference %', -0.5, 1, -2],
      ])
      expect(comparison?.totals.slice(-2)).toEqual([60, -54])
      expect(comparison?.earlierTotals.slice(-2)).toEqual([30, -18])
      for (const { columns: of } of comparison?.lines ?? [])
        expect(of.slice(-2).map(({ format }) => format)).toEqual([of[0]?.format, of[0]?.format])
    })

    test('is in the sheet that compares, with its net', async () => {
      const table = put(compare([], 1, list([], 2, '02')), compare([], 10, list([], 5, '02')))
      const sheets = await readXlsxFile(Buffer.from(await write(table)))
      const rows = sheets.find(({ sheet }) => sheet === 'Comparison')?.data ?? []
      expect(rows.filter(([name]) => String(name).startsWith('MTN'))).toEqual([
        ['MTN', 6, 12, -6, -0.5],
        ['MTN, Back', 60, 30, 30, 1],
        ['MTN, net', -54, -18, -36, -2],
      ])
    })

    test('compares the net per day where an earlier period has more days', () => {
      const left = ['2025-03-03']
      const table = put(compare(left, 1, list([], 2, '02')), compare(left, 10, list([], 5, '02')))
      const rate = lines(table)?.at(-1)
      expect(rate).toEqual([
        'Difference per day %',
        3 / 2 / (12 / 3) - 1,
        30 / 2 / (30 / 3) - 1,
        expect.closeTo((-27 / 2 + 18 / 3) / (18 / 3), 12),
      ])
    })

    test('marks what only one of both has, also where a day has no earlier number', () => {
      const own = compare([], 1, list([], 2, '02'))
      const { comparison } = put(own, compare([], 10, list(['2025-03-02'], 5, '02')))
      expect(comparison?.rows.map((row) => row?.values.slice(-2))).toEqual([
        [5, -3],
        [null, null],
        [10, -4],
      ])
      const gap = 'Only one of both has a number for 2/2/2025.'
      expect(comparison?.rows.map((row) => row?.gaps?.at(-1) ?? [])).toEqual([[], [gap], []])
      expect(comparison?.lines.map(({ gaps }) => gaps?.at(-1))).toEqual(comparison?.lines.map(() => [gap]))
    })

    test('has the lines that only the other tab has, of a period that both have', () => {
      const { length } = lines(compare([], 1, list([], 2, '02'))) ?? []
      const own = compare([], 1, list([], 2, '02'))
      const table = put(own, compare(['2025-03-03'], 10, list([], 5, '02')))
      expect(lines(table)?.slice(length)).toEqual([
        ['Difference per day %', null, 30 / 2 / (30 / 3) - 1, null],
      ])
      const { comparison, ...other } = compare(['2025-03-03'], 10, list([], 5, '02'))
      const renamed = comparison?.lines.map((line) =>
        line.kind === 'earlier' ? { ...line, label: 'February 1' } : line,
      )
      const elsewhere = {
        ...other,
        ...(comparison && renamed && { comparison: { ...comparison, lines: renamed } }),
      }
      const uncompared = put(own, elsewhere)
      expect(lines(uncompared)?.map((of) => of.slice(0, 1))).toEqual(lines(own)?.map((of) => of.slice(0, 1)))
      expect(uncompared.remarks).toContain('Not compared for Back: February 2025.')
    })

    test('says which period the other tab has no records of', () => {
      const own = compare([], 1, list([], 2, '02'))
      const table = put(own, compare([], 10, []), ['beside:back'])
      expect(table.remarks).toContain('Not compared for Back: February 2025.')
      expect(new Set(table.remarks).size).toBe(table.remarks.length)
      expect(lines(table)?.map((of) => of.slice(-2))).toEqual(own.comparison?.lines.map(() => [null, null]))
      expect(put(own, own, ['beside:back']).remarks).toEqual(own.remarks)
    })
  })

  test('that is not loaded, or lacks the column, adds nothing', () => {
    for (const added of [['beside:other/MTN'], ['beside:back/Nothing']]) {
      const table = arrangeTable(build(), added, { limited: null, beside })
      expect(shown(table)).toEqual(shown(build()))
      expect(listIgnored(table, added)).toEqual(added)
    }
  })
})

test('the largest rows follow from the records, and so does the row of the others', () => {
  const named = compileOne({
    selectors: [{ kind: 'year', options: { fixed: [2025] } }],
    data: { url: '/v1/small/{year}' },
    rows: { key: { kind: 'text', field: 'carrier', label: 'Carrier' }, total: 'Total' },
    columns: [
      { field: 'calls', label: 'Calls' },
      { field: 'answered', label: 'Answered' },
      { id: 'asr', label: 'ASR', value: 'answered / calls', format: { style: 'percent' } },
    ],
  })
  const numbers = { A: [10, 9], B: [100, 50], C: [30, 3], D: [20, 2] }
  const records = Object.entries(numbers).map(([carrier, [calls, answered]]) => ({
    carrier,
    calls,
    answered,
  }))
  const table = tabulate(limitRows(named, ['largest:1/Calls']), records, { year: '2025' })
  expect(table.rows.map(({ label, values }) => [label, ...values])).toEqual([
    ['B', 100, 50, 0.5],
    ['Others', 60, 14, 14 / 60],
  ])
  expect(table.total?.values).toEqual([160, 64, 0.4])
  expect(limitRows(named, ['share:Calls'])).toBe(named)
})

test.each([
  ['largest:5', 'The 5 largest, and others'],
  ['largest:3/Calls', 'The 3 largest by Calls, and others'],
  ['beside:back/MTN', 'MTN, Back, and net'],
  ['beside:back', 'All columns, Back, and net'],
  ['share:MTN', 'MTN, share'],
  ['nothing', 'nothing'],
])('%s reads %s', (text, words) => {
  expect(describePart(text, [{ id: 'back', label: 'Back' }])).toBe(words)
})
