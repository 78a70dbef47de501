import { describe, expect, test } from 'vitest'
import { isComplete, sameSelection } from '../../../src/report/selection/selection.ts'
import { compileOne, shippedPlans } from '../../support/definitions.ts'
import { findPaths, type ReportSnapshot, stateKey, listTransitions } from '../../support/report-paths.ts'

const LEAVES = ['starting', 'blank', 'loading', 'rendering', 'table', 'chart'] as const

/** A screen whose last options depend on the ones before them. */
const dependent = compileOne({
  id: 'dependent',
  selectors: [
    { kind: 'year', options: { fixed: [2025, 2024] }, default: 2025 },
    {
      kind: 'select',
      name: 'region',
      label: 'Region',
      prompt: 'Choose Region',
      options: { url: '/v1/small/regions/{year}' },
    },
  ],
  data: { url: '/v1/small/{year}/{region}' },
  rows: { key: { kind: 'date', field: 'day', label: 'Date' } },
})
const plans = [...shippedPlans, dependent]

/** The names of the rules of every report screen that a state breaks. */
function brokenRules({ context, value, tags }: ReportSnapshot): string[] {
  const { plan, selection, compare, loaded, visibleView, requestedView } = context
  const offered = plan.selectors.every(
    ({ name }) =>
      !selection[name] || context.options?.[name]?.some(({ value: one }) => one === selection[name]),
  )
  const state = typeof value.data === 'string' ? value.data : Object.keys(value.data)[0]
  const rules: Record<string, boolean> = {
    'spec 4.15: a visible view is loaded': visibleView === null || loaded !== null,
    'spec 4.15: at rest the visible view is that of the complete selection':
      !(state === 'table' || state === 'chart') ||
      (loaded !== null && sameSelection(plan, loaded.selection, selection)),
    'spec 4.23: at rest the visible view is compared as chosen':
      !(state === 'table' || state === 'chart') || loaded?.compare === compare,
    'spec 4.23: compares only as offered': compare === null || plan.compare.includes(compare),
    'spec 4.13: loads only a complete selection': state !== 'loading' || isComplete(plan, selection),
    'spec 4.13: blank shows nothing': state !== 'blank' || (loaded === null && visibleView === null),
    'spec 8.5: a failed load has a reason and can be repeated':
      JSON.stringify(value.data) !== '{"blank":"failed"}' ||
      (context.failure !== null && requestedView !== null && isComplete(plan, selection)),
    'spec 4.14: table and chart show themselves':
      !(state === 'table' || state === 'chart') || visibleView === state,
    'spec 4.15: a visible view was requested': visibleView === null || requestedView !== null,
    'spec 4.17: loads only what is offered': state !== 'loading' || offered,
    'busy means loading or rendering': tags.has('busy') === (state === 'loading' || state === 'rendering'),
  }
  return Object.entries(rules).flatMap(([name, isKept]) => (isKept ? [] : [name]))
}

describe.each(plans.map((plan) => [plan.key, plan] as const))('the screen of %s', (_key, plan) => {
  const paths = findPaths(plan)
  const snapshots = paths.flatMap((path) => path.map(({ after }) => after))

  test('reaches every state of the machine', () => {
    const reached = new Set(
      paths
        .flatMap((path) => path.flatMap(({ before, after }) => [before, after]))
        .map(({ value }) => (typeof value.data === 'string' ? value.data : Object.keys(value.data)[0])),
    )
    expect(LEAVES.filter((state) => !reached.has(state))).toEqual([])
    expect(new Set(snapshots.map(stateKey)).size).toBeGreaterThan(40)
  })

  test('keeps its invariants in every state', () => {
    expect(snapshots.flatMap(brokenRules)).toEqual([])
  })

  test('keeps its invariants on every transition, and every transition leads to a known state', () => {
    const transitions = listTransitions(paths)
    const known = new Set(paths.flat().flatMap(({ before, after }) => [stateKey(before), stateKey(after)]))
    expect(transitions.length).toBeGreaterThan(150)
    expect(transitions.flatMap(({ after }) => brokenRules(after))).toEqual([])
    expect(transitions.filter(({ after }) => !known.has(stateKey(after))).map(({ event }) => event)).toEqual(
      [],
    )
  })
})
