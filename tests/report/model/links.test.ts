import { describe, expect, test } from 'vitest'
import { fillLink, getLinkUrl, keepOpenLinks, type LinkPlan } from '../../../src/report/model/links.ts'
import { sampleTable } from '../../support/sample-table.ts'

const link = (url: string, permission = 17): LinkPlan => ({ url, permission, label: 'Days' })
const row = (key: string, hasRecord = true) => ({ key, label: key, values: [], isRest: false, hasRecord })

test('a link names the selection, and never reads a chosen value as a placeholder', () => {
  const filled = fillLink(
    link('/report/days?region={region}&month={key}'),
    new Map([['region', 'A&B {key}']]),
  )
  expect(filled?.url).toBe('/report/days?region=A%26B%20%7Bkey%7D&month={key}')
  expect(fillLink(null, new Map())).toBeNull()
})

describe('the address of a row', () => {
  test('names a month as a selector takes it', () => {
    expect(getLinkUrl(link('/d?month={key}'), 'month', row('03'))).toBe('/d?month=3')
  })

  test('names a date and its parts', () => {
    const url = '/d?day={key}&year={keyYear}&month={keyMonth}&text={keyDay:2}'
    expect(getLinkUrl(link(url), 'date', row('2025-03-07'))).toBe(
      '/d?day=2025-03-07&year=2025&month=3&text=07',
    )
  })

  test('names a week and a quarter as a selector takes them, and their year', () => {
    const link0 = link('/d?year={keyYear}&part={key}')
    expect(getLinkUrl(link0, 'week', row('2025-W07'))).toBe('/d?year=2025&part=7')
    expect(getLinkUrl(link0, 'quarter', row('2025-Q3'))).toBe('/d?year=2025&part=3')
    expect(getLinkUrl(link('/d?hour={key}'), 'hour', row('09'))).toBe('/d?hour=09')
  })

  test('names the dimension of a row that has one', () => {
    const url = '/d?day={key}&country={dimension}'
    expect(getLinkUrl(link(url), 'date', { ...row('2025-03-07'), dimension: 'Niger & Co' })).toBe(
      '/d?day=2025-03-07&country=Niger%20%26%20Co',
    )
  })

  test('encodes a name', () => {
    expect(getLinkUrl(link('/d?carrier={key}'), 'text', row('A/B & C?'))).toBe(
      '/d?carrier=A%2FB%20%26%20C%3F',
    )
  })

  test('is none without a link or a record, and for the remaining rows', () => {
    expect(getLinkUrl(null, 'month', row('03'))).toBeNull()
    expect(getLinkUrl(link('/d?month={key}'), 'month', row('03', false))).toBeNull()
    expect(getLinkUrl(link('/d?month={key}'), 'month', { ...row('03'), isRest: true })).toBeNull()
  })
})

describe('links that a user may not open', () => {
  const sample = sampleTable({ rows: 'months', names: 2 })
  const [first, second] = sample.columns
  if (first === undefined || second === undefined) throw new Error('two columns expected')
  const table = {
    ...sample,
    link: link('/rows', 17),
    columns: [{ ...first, link: link('/cells', 18) }, second],
  }

  test('are removed from rows and columns', () => {
    expect(keepOpenLinks(table, new Set([17])).link?.url).toBe('/rows')
    expect(keepOpenLinks(table, new Set([17])).columns[0]?.link).toBeNull()
    expect(keepOpenLinks(table, new Set([18])).link).toBeNull()
    expect(keepOpenLinks(table, new Set([18])).columns[0]?.link?.url).toBe('/cells')
  })

  test('change nothing if there are none', () => {
    expect(keepOpenLinks(table, new Set([17, 18]))).toBe(table)
    expect(keepOpenLinks(sample, new Set())).toBe(sample)
  })
})
