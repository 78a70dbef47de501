import { describe, expect, test } from 'vitest'
import { chooseEnd, findStep, pickPeriod } from '../../../src/report/selection/period-steps.ts'
import type { Selection } from '../../../src/report/plan.ts'
import type { Direction } from '../../../src/report/selection/selector-kind.ts'
import { compileOne, fixedOptions } from '../../support/definitions.ts'

const years = { kind: 'year', options: { fixed: [2025, 2023, 2024] } }
const region = {
  kind: 'select',
  name: 'region',
  label: 'Region',
  prompt: 'Choose Region',
  options: [
    { value: 'N', label: 'North' },
    { value: 'S', label: 'South' },
  ],
}

const build = (...selectors: readonly { kind: string; name?: string; options?: unknown }[]) =>
  compileOne({
    selectors,
    data: { url: `/v1/small?${selectors.map(({ kind, name }) => `{${name ?? kind}}`).join('&')}` },
    rows: { key: { kind: 'text', field: 'day', label: 'Date' } },
  })

const step = (plan: ReturnType<typeof build>, selection: Selection, by: Direction) => {
  const found = findStep(plan, fixedOptions(plan.selectors), selection, by)
  return found.kind === 'none' ? found.reason : found.selection
}

describe('the period before and after (spec 4.24)', () => {
  const monthly = build(years, { kind: 'month' })
  test.each<[string, ReturnType<typeof build>, Selection, Direction, Selection | string]>([
    ['a month', monthly, { year: '2025', month: '3' }, 1, { year: '2025', month: '4' }],
    ['a month of the next year', monthly, { year: '2024', month: '12' }, 1, { year: '2025', month: '1' }],
    ['a month of the year before', monthly, { year: '2025', month: '1' }, -1, { year: '2024', month: '12' }],
    ['the first month', monthly, { year: '2023', month: '1' }, -1, 'No earlier period can be chosen.'],
    ['the last month', monthly, { year: '2025', month: '12' }, 1, 'No later period can be chosen.'],
    ['no month', monthly, { year: '2025' }, 1, 'First choose month.'],
    ['nothing', monthly, {}, 1, 'First choose year.'],
    ['a year', build(years), { year: '2024' }, -1, { year: '2023' }],
    [
      'a quarter',
      build(years, { kind: 'quarter' }),
      { year: '2024', quarter: '4' },
      1,
      { year: '2025', quarter: '1' },
    ],
    [
      'week 53 of a year without one',
      build({ kind: 'year', options: { fixed: [2020, 2021] } }, { kind: 'week' }),
      { year: '2021', week: '1' },
      -1,
      { year: '2020', week: '53' },
    ],
    ['a week', build(years, { kind: 'week' }), { year: '2024', week: '52' }, 1, { year: '2025', week: '1' }],
    ['a day', build({ kind: 'date', name: 'day' }), { day: '2024-02-28' }, 1, { day: '2024-02-29' }],
    [
      'the first day',
      build({ kind: 'date', name: 'day' }),
      { day: '1900-01-01' },
      -1,
      'No earlier period can be chosen.',
    ],
    [
      'what else is chosen',
      build(region, { kind: 'date', name: 'day' }),
      { region: 'S', day: '2025-03-01' },
      -1,
      { region: 'S', day: '2025-02-28' },
    ],
  ])('of %s', (_name, plan, selection, by, expected) => {
    expect(step(plan, selection, by)).toEqual(expected)
  })

  test.each<[string, number | null, Direction, string]>([
    ['2025-03-01..2025-03-07', null, 1, '2025-03-08..2025-03-14'],
    ['2025-03-01..2025-03-07', null, -1, '2025-02-22..2025-02-28'],
    ['2025-03-01..2025-03-31', null, -1, '2025-02-01..2025-02-28'],
    ['2025-01-01..2025-03-31', null, 1, '2025-04-01..2025-06-30'],
    ['2025-01-01..2025-01-31', null, -1, '2024-12-01..2024-12-31'],
    ['2025-02-01..2025-02-28', 28, 1, '2025-03-01..2025-03-28'],
    ['2025-03-05..2025-03-05', null, 1, '2025-03-06..2025-03-06'],
  ])('of the days %s, with at most %s days, by %i: %s', (days, maxDays, by, expected) => {
    const range = { kind: 'dateRange', name: 'days', ...(maxDays === null ? {} : { maxDays }) }
    expect(step(build(range), { days }, by)).toEqual({ days: expected })
  })

  test('needs the options of another year where they depend on it', () => {
    const months = { kind: 'month', options: { url: '/v1/small/months?year={year}' } }
    const plan = build(years, months)
    const offer = (...values: string[]) => ({
      ...fixedOptions(plan.selectors),
      month: values.map((value) => ({ value, label: value })),
    })
    const selection = { year: '2025', month: '2' }
    const found = findStep(plan, offer('2', '5'), selection, -1)
    expect(found).toEqual({ kind: 'in year', selection: { year: '2024', month: '2' }, finest: 'month' })
    expect(chooseEnd(plan, offer('3', '11'), { year: '2024' }, 'month', -1)).toEqual({
      kind: 'known',
      selection: { year: '2024', month: '11' },
    })
    expect(chooseEnd(plan, offer(), { year: '2024' }, 'month', -1)).toEqual({
      kind: 'none',
      reason: 'Nothing can be chosen in 2024.',
    })
    expect(findStep(plan, offer('2', '5'), selection, 1)).toMatchObject({ selection: { month: '5' } })
  })
})

test('what is chosen from a list is no part of a period', () => {
  expect(pickPeriod(build(region, years), { region: 'N', year: '2025' })).toEqual({ year: '2025' })
})
