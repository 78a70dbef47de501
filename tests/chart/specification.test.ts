import { compile } from 'vega-lite'
import { describe, expect, test } from 'vitest'
import { describeStructure, specifyChart } from '../../src/chart/model.ts'
import { chartTypeNames } from '../../src/report/model/report-plan.ts'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { sampleTable } from '../support/sample-table.ts'

const plain = sampleTable({ rows: 'month', names: 5 })
const { rows, series, total } = plain
const totals = total?.values ?? []

/** Tables of each structure that makes a difference to a specification. */
const tables: Readonly<Record<string, ReportTable>> = {
  plain,
  'with blanks and values below 0': {
    ...plain,
    rows: rows.map((row, index) => ({
      ...row,
      values: row.values.map((value) => (index > 3 ? value : index > 1 ? null : -5)),
    })),
  },
  'with a second axis': { ...plain, series: series.map((one, index) => ({ ...one, isSecond: index > 2 })) },
  compared: {
    ...plain,
    comparison: {
      name: 'February',
      currentName: 'March',
      rows,
      lines: [],
      totals,
      earlierTotals: totals,
      table: plain,
    },
  },
  'whose pie has rows as slices': { ...plain, pieOver: 'rows' },
}

/** The warnings and errors of Vega-Lite. */
function listWarnings(spec: object): string[] {
  const warnings: string[] = []
  const add = (...parts: readonly unknown[]) => {
    warnings.push(parts.join(' '))
    return logger
  }
  const logger = { level: () => logger, error: add, warn: add, info: () => logger, debug: () => logger }
  compile(spec as never, { logger })
  return warnings
}

describe.each(Object.entries(tables))('the specifications of a table %s', (_, table) => {
  test.each(chartTypeNames)('compile without a warning: %s', (type) => {
    expect(listWarnings(specifyChart(table, type))).toEqual([])
  })
})

test('a warning of the compiler is noticed', () => {
  const { layer, ...spec } = specifyChart(plain, 'line') as { readonly layer: readonly object[] }
  const unknown = { mark: 'bar', encoding: { x: { field: 'row', type: 'ordinal', scale: { nice: true } } } }
  expect(listWarnings({ ...spec, layer: [...layer, unknown] })).not.toEqual([])
})

test('a specification names its datasets and contains no data, and no name of a series', () => {
  for (const type of chartTypeNames) {
    const text = JSON.stringify(specifyChart(plain, type))
    expect(text).not.toMatch(/"values":\s*\[\s*[^\]\s]/)
    expect(text).not.toContain('"url"')
    expect(text).not.toContain('Airtel')
    expect(text).toContain('"data":{"name":')
  }
})

test('a specification stays the same whichever series are on, and for another month', () => {
  const other = { ...plain, rows: rows.slice(0, 28) }
  expect(describeStructure(other)).toEqual(describeStructure(plain))
})
