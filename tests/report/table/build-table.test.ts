import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ResponseError, parseResponse } from '../../../src/report/model/report-response.ts'
import type { ReportPlan } from '../../../src/report/model/report-plan.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { compileOne, MARCH, plan, shippedPlans, tabulate as build } from '../../support/definitions.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'

const listLabels = ({ columns }: ReportTable) => columns.map(({ label }) => label).join()
const line = (table: ReportTable, label: string) => table.rows.find((row) => row.label === label)

describe('texts', () => {
  const outages = (changes: object = {}) =>
    compileOne({
      rows: { key: { kind: 'date', field: 'day', label: 'Date' }, total: 'Total', ...changes },
      columns: [
        { field: 'a', label: 'A' },
        { text: 'remark', label: 'Remark' },
        { value: 'add(series)', id: 'all', label: 'All' },
      ],
    })
  const records = [
    { day: '2025-03-07', a: 1, remark: 'Switch 10' },
    { day: '2025-03-08', a: 2 },
    { day: '2025-03-09', a: 3, remark: ' Switch\n9' },
  ]
  const texts = (table: ReportTable) => table.rows.map((row) => row.texts?.[1])

  test('are beside the numbers, and neither totalled nor charted', () => {
    const table = build(outages(), records)
    expect(texts(table)).toEqual(['Switch 10', '', 'Switch 9'])
    expect(table.rows.map(({ values }) => values)).toEqual([1, 2, 3].map((a) => [a, null, a]))
    expect(table.total?.values).toEqual([6, null, 6])
    expect(table.series.map(({ name }) => name)).toEqual(['A'])
  })

  test.each([
    ['ascending', ['Switch 9', 'Switch 10', '']],
    ['descending', ['Switch 10', 'Switch 9', '']],
  ])('sort rows %s as a reader would, those without one last', (direction, expected) => {
    expect(texts(build(outages({ sort: { by: 'remark', direction } }), records))).toEqual(expected)
  })

  test('of records that are combined follow each other, each once', () => {
    const again = { day: '2025-03-07', a: 1 }
    const more = [...records, { ...again, remark: 'Repaired' }, { ...again, remark: 'Switch 10' }]
    expect(texts(build(outages({ duplicates: 'combine' }), more))[0]).toBe('Switch 10; Repaired')
  })

  test('of another type fail the load', () => {
    expect(() => build(outages(), [{ day: '2025-03-07', remark: {} }])).toThrow(
      'records[0].remark: a text expected, found object',
    )
  })
})

describe('rows (spec 2.20, 3.8)', () => {
  test('of daily minutes exist for each day; totals of the response are kept, missing ones are summed (spec 2.20)', () => {
    const daily = plan('daily-report-minutes/mno-to-routelink/daily')
    const own = { airtelMinutes: 1, mtnMinutes: 2, idaMinutes: 5 }
    const table = build(daily, [
      { ...own, reportDate: '3/7/2025', nineMobileMinutes: 3, gloMinutes: 4, totalMinutes: 99 },
      { ...own, reportDate: '3/8/2025', grandTotal: 7 },
    ])
    expect(table.rows).toHaveLength(31)
    expect(listLabels(table)).toBe('Airtel,MTN,9 Mobile,GLO,Total,IDA,Grand Total')
    expect(line(table, '3/7/2025')?.values).toEqual([1, 2, 3, 4, 99, 5, 104])
    expect(line(table, '3/8/2025')?.values).toEqual([1, 2, 0, 0, 3, 5, 7])
    expect(table.total).toEqual({ label: 'Total', values: [2, 4, 3, 4, 102, 10, 111] })
  })

  test('of international minutes are the dates of the response, ascending, with each carrier once (spec 3.8)', () => {
    const table = build(plan('daily-international-minutes/routelink-to-mno'), {
      carriers: ['Bharti', 'Vodafone', 'Bharti', 'airtel'],
      data: [
        { reportDate: '3/10/2025', airtel: 1, mtn: 2, nineMobile: 3, glo: 4, Vodafone: 6, Extra: 1.5 },
        { reportDate: '3/9/2025', airtel: 1, Bharti: 5, id: 12, reportType: 'X' },
      ],
    })
    expect(listLabels(table)).toBe('Airtel,MTN,9 Mobile,GLO,Bharti,Vodafone,Extra,Grand Total')
    expect(table.rows.map(({ label, values }) => [label, ...values])).toEqual([
      ['3/9/2025', 1, 0, 0, 0, 5, 0, 0, 6],
      ['3/10/2025', 1, 2, 3, 4, 0, 6, 1.5, 17.5],
    ])
    expect(table.warnings).toEqual(["carriers: 'airtel' is a field of its own and was left out"])
    const visible = table.series.filter((series) => series.visible).map(({ name }) => name)
    expect(visible).toEqual(['Airtel', 'MTN', '9 Mobile', 'GLO', 'Bharti'])
  })

  test('have no column of a pattern for a field that is a column of its own or ignored', () => {
    const ways = compileOne({
      data: { url: '/v1/a/{year}/{month}', ignoreFields: ['all_to_all'] },
      columns: [
        { field: 'mtn_to_glo', label: 'MTN to GLO' },
        { pattern: '{from}_to_{to}', id: 'ways', label: '{from} → {to}' },
      ],
    })
    const table = build(ways, [{ day: '3/1/2025', mtn_to_glo: 1, glo_to_mtn: 2, all_to_all: 3 }])
    expect(listLabels(table)).toBe('MTN to GLO,glo → mtn')
  })

  test('have the columns of a pattern in all records, in the order in which they are first seen', () => {
    const records = [
      { day: '3/1/2025', b_to_c: 1 },
      { day: '3/2/2025', a_to_b: 2, b_to_c: 3 },
    ]
    const ways = { pattern: '{from}_to_{to}', id: 'ways', label: '{from} {to}' }
    const labels = (column: object) =>
      build(compileOne({ columns: [column] }), records).columns.map(({ label }) => label)
    expect(labels(ways)).toEqual(['b c', 'a b'])
    expect(labels({ ...ways, records: 'first' })).toEqual(['b c'])
  })

  test('have a column of a pattern for a name that repeats the end of the pattern', () => {
    const columns = [{ pattern: '{carrier}_minutes', id: 'carriers', label: '{carrier}' }]
    const records = [{ day: '3/1/2025', mtn_minutes: 1, lost_minutes_minutes: 2, minutes: 3 }]
    expect(listLabels(build(compileOne({ columns }), records))).toBe('mtn,lost_minutes')
  })

  test('have a column for every further number of a pattern without fixed parts', () => {
    const carriers = compileOne({
      data: { url: '/v1/a/{year}/{month}', ignoreFields: ['id'] },
      columns: [
        { field: 'all', label: 'All', role: 'total' },
        { pattern: '{carrier}', id: 'carriers', label: '{carrier:upper}', header: 'Carriers' },
      ],
    })
    const { columns, rows } = build(carriers, [
      { id: 1, day: '3/1/2025', all: 3, bharti: 1, note: 'x', later: null },
      { id: 2, day: '3/2/2025', all: 9, etisalat: '4', bharti: 5, later: 6 },
    ])
    const headings = columns.map(({ label, header }) => [header?.above, label].join(' '))
    expect(headings).toEqual([' All', 'Carriers BHARTI', 'Carriers ETISALAT', 'Carriers LATER'])
    expect(rows[1]?.values).toEqual([9, 5, 4, 6])
  })

  test('share headers: equal labels below them are told apart by them, also in a group', () => {
    const calls = compileOne({
      columns: [
        { field: 'in', label: 'Calls', header: 'Incoming' },
        { field: 'out', label: 'Calls', header: 'Outgoing' },
        { field: 'cost', label: 'Cost', header: 'Outgoing' },
        {
          pattern: '{from}_to_{to}',
          id: 'ways',
          header: 'From {from:upper}',
          label: 'to {to}',
          description: 'Calls of {from}.',
          labels: { glo: 'GLO' },
        },
      ],
    })
    const { columns } = build(calls, [{ day: '3/1/2025', in: 1, out: 2, mtn_to_glo: 3, glo_to_mtn: 4 }])
    expect(columns.map(({ label, header }) => [label, header?.above, header?.label])).toEqual([
      ['Incoming: Calls', 'Incoming', 'Calls'],
      ['Outgoing: Calls', 'Outgoing', 'Calls'],
      ['Cost', 'Outgoing', 'Cost'],
      ['to GLO', 'From MTN', 'to GLO'],
      ['to mtn', 'From GLO', 'to mtn'],
    ])
    expect(columns.map(({ description }) => description).slice(3)).toEqual(['Calls of mtn.', 'Calls of GLO.'])
  })

  test('use the later of two records of one date and skip records outside the period, with a warning for both', () => {
    const table = build(compileOne(), [
      { day: '3/1/2025', a: 1 },
      { day: '2025-03-01', a: 2 },
      { day: '2/28/2025', a: 9 },
    ])
    expect(table.rows[0]?.values).toEqual([2, 0, 2])
    expect(table.total?.values).toEqual([2, 0, 2])
    expect(table.warnings).toHaveLength(2)
  })

  test('are empty and have no total without records', () => {
    for (const of of shippedPlans) {
      const empty = of.data.recordsPath.length === 1 ? [] : { data: [], carriers: ['Bharti'] }
      expect(build(of, empty)).toMatchObject({ rows: [], total: null })
    }
  })
})

describe('missing records and recorded zeros (spec 5.9, 3.8)', () => {
  /** The body of a plan with one value at each of its paths, and nothing at `absent`. */
  const bodyOf = (of: ReportPlan, value: unknown, absent: readonly string[] | null) => {
    const body: Record<string, unknown> = { success: true }
    for (const path of [of.data.recordsPath, ...Object.values(of.data.listPaths)]) {
      if (path === absent) continue
      const parent = path.slice(0, -1).reduce((at, name) => (at[name] ??= {}) as typeof body, body)
      parent[path.at(-1) ?? ''] = value
    }
    return body
  }

  test.each(shippedPlans.map((of) => [of.key, of] as const))('differ in the table of %s', (_, of) => {
    const paths = [of.data.recordsPath, ...Object.values(of.data.listPaths)]
    const none = { records: [], lists: new Map(Object.keys(of.data.listPaths).map((name) => [name, []])) }
    expect(parseResponse(of, bodyOf(of, [], null))).toEqual(none)
    expect(parseResponse(of, bodyOf(of, null, null))).toEqual(none)
    expect(parseResponse(of, { success: true, records: null })).toEqual(none)
    expect(parseResponse(of, { success: true, records: [] })).toEqual(none)
    for (const path of paths) {
      expect(() => parseResponse(of, bodyOf(of, [], path))).toThrow(
        new ResponseError(`${path.join('.')}: expected, found nothing`),
      )
    }
    expect(() => parseResponse(of, { success: true })).toThrow(
      new ResponseError('records: expected, found nothing'),
    )
  })
})

describe('an invalid response is an error that names field and path (spec 5.9)', () => {
  test.each<[unknown, string]>([
    [{}, 'records: a list expected, found object'],
    ['x', 'records: a list expected, found string'],
    [[null], 'records[0]: a record expected, found null'],
    [[[1]], 'records[0]: a record expected, found a list'],
    [[{ a: 1 }], 'records[0].day: a calendar date expected, found nothing'],
    [[{ day: '3/41/2025' }], "records[0].day: a calendar date expected, found '3/41/2025'"],
    [[{ day: '3/1/2025', a: 'many' }], 'records[0].a: a number expected, found string'],
    [[{ day: '3/1/2025', a: true }], 'records[0].a: a number expected, found boolean'],
    [[{ day: '3/1/2025' }, { day: '3/2/2025', b: {} }], 'records[1].b: a number expected, found object'],
    [[{ day: '3/1/2025', b: '1e999' }], 'records[0].b: a number expected, found string'],
  ])('rejects %j', (records, message) => {
    expect(() => build(compileOne(), records)).toThrow(new ResponseError(message))
  })
})

test('accepts any finite number, however large, with finite sums (spec 9.11)', () => {
  const large = [1e13, 999_999_999_999_999.9, 1.6e13, 1e21, 1e300]
  const table = build(
    compileOne(),
    large.map((a, index) => ({ day: `3/${index + 1}/2025`, a, b: -a })),
  )
  expect(table.rows.slice(0, large.length).map(({ values }) => values.slice(0, 2))).toEqual(
    large.map((a) => [a, -a]),
  )
  for (const value of table.total?.values ?? []) expect(Number.isFinite(value)).toBe(true)
})

const anyName = fc.oneof(
  fc.constantFrom(...HOSTILE_NAMES, 'hasOwnProperty', '[0]', '', ' ', '"', '\\', '\n'),
  fc.constantFrom('Total', 'Grand Total', 'reportDate', 'date', 'airtel', 'created_at', 'id', 'Airtel'),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

describe('hostile carrier names', () => {
  const international = plan('daily-international-minutes/routelink-to-mno')
  const own = ['reportDate', 'airtel', 'mtn', 'nineMobile', 'glo']
  const fixed = new Set([...own, ...international.data.ignoreFields])

  test('are columns of their own, listed or not; no value moves, and sums equal the source', () => {
    const minutes = fc.integer({ min: 0, max: 1_000_000 })
    const carriers = fc.uniqueArray(fc.tuple(anyName, minutes), { selector: ([name]) => name, maxLength: 20 })
    fc.assert(
      fc.property(carriers, fc.boolean(), (pairs, isListed) => {
        const fields = pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`)
        const free = pairs.filter(([name]) => !fixed.has(name))
        const body: unknown = JSON.parse(
          `{"records":{"carriers":${JSON.stringify(isListed ? pairs.map(([name]) => name) : [])},"data":[{${[
            ...fields.filter((_, index) => !fixed.has(pairs[index]?.[0] ?? '')),
            '"reportDate":"3/1/2025"',
          ].join()}}]}}`,
        )
        const table = buildTable(international, MARCH, parseResponse(international, body))
        expect(table.columns).toHaveLength(4 + free.length + 1)
        expect(new Set(table.columns.map(({ label }) => label)).size).toBe(table.columns.length)
        expect(table.columns.every(({ label }) => label.trim() !== '')).toBe(true)
        const sum = free.reduce((total, [, value]) => total + value, 0)
        expect(table.rows[0]?.values.at(-1)).toBe(sum)
        expect(table.series.reduce((total, series) => total + (series.sum ?? 0), 0)).toBe(sum)
        expect(Object.prototype).not.toHaveProperty('polluted')
      }),
      { numRuns: 300 },
    )
  })
})

test('any response becomes a table of numbers and blanks or an AnswerError (spec 5.9)', () => {
  const loose = fc.object({
    key: fc.constantFrom('records', 'data', 'carriers', 'reportDate', 'reportMonth', 'airtel'),
    maxDepth: 4,
  })
  fc.assert(
    fc.property(fc.constantFrom(...shippedPlans), fc.oneof(loose, fc.jsonValue()), (of, body) => {
      expect(outcome(of, body)).toBe('fits')
    }),
    { numRuns: 2000 },
  )
})

function outcome(of: ReportPlan, body: unknown): string {
  try {
    const { rows } = buildTable(of, MARCH, parseResponse(of, body))
    const isFit = (value: number | null) => value === null || Number.isFinite(value)
    return rows.every(({ values }) => values.every(isFit)) ? 'fits' : 'not a number'
  } catch (error) {
    return error instanceof ResponseError ? 'fits' : String(error)
  }
}
