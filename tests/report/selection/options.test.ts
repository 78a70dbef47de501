import { describe, expect, test } from 'vitest'
import { resolveOptions } from '../../../src/report/selection/options.ts'
import type { Selection } from '../../../src/report/model/report-plan.ts'
import { choice, compileOne } from '../../support/definitions.ts'

/** Resolves the options of a screen; responses by URL, where a missing one is a failed request. */
const resolve = (
  selectors: readonly unknown[],
  responses: Readonly<Record<string, readonly unknown[]>>,
  selection: Selection = {},
) =>
  resolveOptions(
    compileOne({
      selectors,
      data: { url: '/v1/small/{year}/{month}' },
      rows: { key: { kind: 'date', field: 'day', label: 'Date' } },
    }),
    selection,
    (url) =>
      responses[url] === undefined
        ? Promise.reject(new Error('no response'))
        : Promise.resolve({ success: true, records: responses[url] }),
    2026,
  )

describe('the default of a selector', () => {
  const years = { url: '/v1/small/years', fallback: { last: 3 } }
  const months = { url: '/v1/small/months' }
  const latest = [
    { kind: 'year', options: years, default: 'latest' },
    { kind: 'month', options: months, default: 'latest' },
  ]
  const responses = {
    '/v1/small/years': [2023, 2025, 2024],
    '/v1/small/months': ['2025-03', '2025-02', '2025-11', '2024-12'],
  }

  test('is the latest year that the request returns, and the latest month of that year', async () => {
    expect((await resolve(latest, responses)).selection).toEqual({ year: '2025', month: '11' })
  })

  test('is the latest month of the year that the address names', async () => {
    expect((await resolve(latest, responses, { year: '2024' })).selection).toEqual({
      year: '2024',
      month: '12',
    })
  })

  test('is nothing if the request fails, because then no period is known to have data', async () => {
    const { selection, options } = await resolve(latest, {})
    expect(selection).toEqual({ year: '', month: '' })
    expect(options['year']?.map(({ value }) => value)).toEqual(['2026', '2025', '2024'])
  })

  test('does not replace a value that the address names, even if it is not offered', async () => {
    expect((await resolve(latest, responses, { year: '1999' })).selection).toEqual({ year: '', month: '' })
  })

  test('does not replace a value that the user cleared', async () => {
    expect((await resolve(latest, responses, { year: '', month: '' })).selection).toEqual({
      year: '',
      month: '',
    })
  })

  test('can be a value', async () => {
    const fixed = [
      { kind: 'year', options: { fixed: [2025, 2024] }, default: 2024 },
      { kind: 'month', default: 3 },
    ]
    expect((await resolve(fixed, {})).selection).toEqual({ year: '2024', month: '3' })
  })

  test('is nothing if its value is not offered', async () => {
    const server = [{ kind: 'year', options: years, default: 2020 }, { kind: 'month' }]
    expect((await resolve(server, responses)).selection).toEqual({ year: '', month: '' })
  })
})

describe('several options that depend on another selector', () => {
  const selectors = [
    { kind: 'year', options: { fixed: [2025, 2024] } },
    choice(
      'month',
      { url: '/v1/regions/{year}' },
      { label: 'Region', prompt: 'Choose Region', multiple: true, default: ['N', 'S'] },
    ),
  ]
  const regions = { '/v1/regions/2025': ['S', 'A,B', 'N', 'E'] }

  test('keep the values that are still offered, and say which are cleared', async () => {
    const { selection, cleared } = await resolve(selectors, regions, { year: '2025', month: 'N,W,E' })
    expect([selection['month'], cleared]).toEqual(['N,E', { month: 'W' }])
  })

  test('say which values of an address no list offers, also of one that needs no request', async () => {
    const { cleared } = await resolve(selectors, regions, { year: '1999', month: 'N' })
    expect(cleared).toEqual({ year: '1999' })
  })

  test('have a default of several values, and offer no value with a comma', async () => {
    const { selection, options } = await resolve(selectors, regions, { year: '2025' })
    expect([selection['month'], options['month']?.map(({ value }) => value)]).toEqual([
      'S,N',
      ['S', 'N', 'E'],
    ])
  })
})

describe('months of a request', () => {
  const selectors = [
    { kind: 'year', options: { fixed: [2025, 2024] } },
    { kind: 'month', options: { url: '/v1/small/months' } },
  ]
  const offered = async (list: readonly unknown[], year: string) =>
    (await resolve(selectors, { '/v1/small/months': list }, { year })).options['month']?.map(
      ({ label }) => label,
    )

  test('are those of the chosen year, January first', async () => {
    expect(await offered(['2025-03', '2025-01', '2024-12'], '2025')).toEqual(['January', 'March'])
  })

  test('can be numbers', async () => {
    expect(await offered([3, '1'], '2025')).toEqual(['January', 'March'])
  })

  test('are all twelve if the year has none', async () => {
    expect(await offered(['2024-12'], '2025')).toHaveLength(12)
  })

  test('are none as long as no year is chosen', async () => {
    expect(await offered(['2024-12'], '')).toEqual([])
  })
})
