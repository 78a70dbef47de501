import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ResponseError } from '../../../src/report/model/report-response.ts'
import { DuplicateKeyError } from '../../../src/report/table/read-rows.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'

interface LongRecord {
  readonly from: string
  readonly to?: string
  readonly ported?: number | string
  readonly asked?: number
}

function build(
  records: readonly LongRecord[],
  duplicates = 'combine',
  column: object = {},
  missing: 'blank' | 'zero' = 'blank',
) {
  const plan = compileOne({
    columns: [
      { pivot: 'to', value: 'ported', id: 'to', labels: { mtn: 'MTN' }, ...column },
      { value: 'add(series)', id: 'all', label: 'All' },
    ],
    rows: { key: { kind: 'text', field: 'from', label: 'From' }, missing, total: 'Total', duplicates },
  })
  const table = tabulate(plan, records)
  return {
    labels: table.columns.map(({ label }) => label),
    rows: Object.fromEntries(table.rows.map(({ label, values }) => [label, values])),
    total: table.total?.values,
    remarks: table.remarks,
  }
}

describe('a column for each value of a field', () => {
  test('follow by name, numbers by their size, whatever the order of the records', () => {
    const records = ['week 10', 'Ghana', 'week 9', 'angola'].map((to) => ({ from: 'A', to, ported: 1 }))
    const list = (more: readonly LongRecord[], column: object) =>
      build([...records, ...more], 'combine', column).labels.join(', ')
    expect(list([], { order: ['week 10'] })).toBe('week 10, angola, Ghana, week 9, All')
    const first = { order: ['week 9', 'week 10', 'none'], top: 3, rest: 'Also others' }
    const again = [{ from: 'A', to: 'angola', ported: 1 }]
    expect(list(again, first)).toBe('week 10, angola, Ghana, Also others, All')
  })

  test('has the columns of its order first, also without a record', () => {
    const order = ['glo', 'mtn']
    const { labels, rows } = build([{ from: 'A', to: 'mtn', ported: 3 }], 'combine', { order })
    expect(labels).toEqual(['glo', 'MTN', 'All'])
    expect(rows).toEqual({ A: [null, 3, 3] })
  })

  test.each([
    ['combine', [4, 4], []],
    ['last', [3, 3], ['1 record is left out, because a later record has the same From: A, mtn.']],
  ])('of two records of one cell, %s', (duplicates, values, remarks) => {
    const twice = [1, 3].map((ported) => ({ from: 'A', to: 'mtn', ported }))
    expect(build(twice, duplicates)).toMatchObject({ rows: { A: values }, remarks })
  })

  test('refuses two records of one cell if the report expects one', () => {
    const twice = [{ from: 'A', to: 'mtn', ported: 1 }]
    expect(() => build([...twice, ...twice], 'error')).toThrow(DuplicateKeyError)
    expect(() => build([...twice, ...twice], 'error')).toThrow('Several records have the From A, mtn')
  })

  const calls = [
    { from: 'A', to: 'mtn', ported: 1, asked: 4 },
    { from: 'A', to: 'mtn', ported: 3, asked: 4 },
    { from: 'A', to: 'glo', ported: 4, asked: 4 },
    { from: 'B', to: 'airtel', ported: 2, asked: 8 },
  ]

  test.each([
    ['ported / asked', { A: [0.5, 1, null], B: [null, null, 0.25] }, [0.5, 1, 0.25]],
    ['mean(ported)', { A: [2, 4, null], B: [null, null, 2] }, [2, 4, 2]],
    ['max(ported)', { A: [3, 4, null], B: [null, null, 2] }, [3, 4, 2]],
    ['count()', { A: [2, 1, null], B: [null, null, 1] }, [2, 1, 1]],
    ['share(ported)', { A: [0.4, 0.4, null], B: [null, null, 0.2] }, [0.4, 0.4, 0.2]],
    ['share(ported, from)', { A: [0.5, 0.5, null], B: [null, null, 1] }, [0.4, 0.4, 0.2]],
    ['share(ported, to)', { A: [1, 1, null], B: [null, null, 1] }, [1, 1, 1]],
  ])('a cell of %s is the expression over its records, and so is the total', (value, rows, total) => {
    const built = build(calls, 'combine', { value, order: ['mtn', 'glo', 'airtel'] })
    const pick = (values: readonly unknown[] = []) => values.slice(0, 3)
    expect(
      Object.fromEntries(Object.entries(built.rows).map(([key, values]) => [key, pick(values)])),
    ).toEqual(rows)
    expect(pick(built.total)).toEqual(total)
  })

  test.each([
    ['mean(ported)', [2, 4, null], [2, 4, 2]],
    ['median(ported)', [2, 4, null], [2, 4, 2]],
    ['percentile(ported, 75)', [2.5, 4, null], [2.5, 4, 2]],
    ['distinct(from)', [1, 1, null], [1, 1, 1]],
    ['max(each(from, ported))', [4, 4, null], [4, 4, 2]],
  ])('%s reads the values of its own cell, also where a missing number is 0', (value, row, total) => {
    for (const missing of ['blank', 'zero'] as const) {
      const built = build(calls, 'combine', { value, order: ['mtn', 'glo', 'airtel'] }, missing)
      expect([built.rows.A?.slice(0, 3), built.total?.slice(0, 3)]).toEqual([row, total])
    }
  })

  test('the first values by a median have columns of their own', () => {
    expect(build(calls, 'combine', { value: 'median(ported)', top: 2 }).labels).toEqual(['glo', 'MTN', 'All'])
  })

  test('the first values have columns of their own, and the rest is the expression over all others', () => {
    const built = build(calls, 'combine', { value: 'ported / asked', top: 1, rest: 'Others' })
    expect(built.labels).toEqual(['glo', 'Others', 'All'])
    expect(built.rows).toMatchObject({ A: { 0: 1, 1: 0.5 }, B: { 0: null, 1: 0.25 } })
    expect(built.total?.slice(0, 2)).toEqual([1, 0.375])
  })

  test('a value that has the name of the rest keeps its own column', () => {
    const records = ['Others', 'glo', 'mtn'].map((to, index) => ({ from: 'A', to, ported: 3 - index }))
    const all = [...records, { from: 'A', to: 'zain', ported: 1 }]
    const { labels, rows } = build(all, 'combine', { top: 2, rest: 'Others' })
    expect(labels).toEqual(['glo', 'Others', 'Others (rest)', 'All'])
    expect(rows.A).toEqual([2, 3, 2, 7])
  })

  test('takes a record without the field as a value of its own, and refuses what is no number', () => {
    expect(build([{ from: 'A', ported: 2 }]).labels).toEqual(['(no name)', 'All'])
    expect(() => build([{ from: 'A', to: 'mtn', ported: 'many' }])).toThrow(ResponseError)
    expect(() => build([{ from: 'A', to: 'mtn', ported: 'many' }])).toThrow('records[0].ported')
  })

  test('adds up what any records say (generated)', () => {
    const name = fc.constantFrom('a', 'b', '__proto__', 'x=y', 'constructor')
    const record = fc.record({ from: name, to: name, ported: fc.integer({ min: -99, max: 99 }) })
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const { labels, rows, total } = build(records)
        const sum = (of: readonly LongRecord[]) => of.reduce((all, { ported }) => all + Number(ported), 0)
        for (const [index, label] of labels.slice(0, -1).entries()) {
          const own = records.filter(({ to }) => to === label)
          expect(total?.[index]).toBe(sum(own))
          for (const [row, values] of Object.entries(rows)) {
            const cell = own.filter(({ from }) => from === row)
            expect(values[index]).toBe(cell.length === 0 ? null : sum(cell))
          }
        }
        expect(total?.at(-1)).toBe(sum(records))
      }),
    )
  })
})
