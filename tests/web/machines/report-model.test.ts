import { describe, expect, test } from 'vitest'
import { isComplete, sameSelection } from '../../../src/report/selection.ts'
import { shippedPlans } from '../../support/definitions.ts'
import { findPaths, type ReportSnapshot, stateKey, listTransitions } from '../../support/report-paths.ts'

const LEAVES = ['starting', 'blank', 'loading', 'drawing', 'table', 'chart'] as const

/** What holds in every state of every report screen; the broken rules by name. */
function brokenRules({ context, value, tags }: ReportSnapshot): string[] {
  const { plan, selection, held, shown, wanted } = context
  const state = typeof value.data === 'string' ? value.data : Object.keys(value.data)[0]
  const rules: Record<string, boolean> = {
    'spec 4.15: what is shown is held': shown === null || held !== null,
    'spec 4.15: a full selection is what is shown at rest':
      !(state === 'table' || state === 'chart') ||
      (held !== null && sameSelection(plan, held.selection, selection)),
    'spec 4.13: nothing is loaded without a full selection':
      state !== 'loading' || isComplete(plan, selection),
    'spec 4.13: blank shows nothing': state !== 'blank' || (held === null && shown === null),
    'spec 4.14: table and chart show themselves':
      !(state === 'table' || state === 'chart') || shown === state,
    'spec 4.15: what is shown was asked for': shown === null || wanted !== null,
    'busy means loading or about to draw': tags.has('busy') === (state === 'loading' || state === 'drawing'),
  }
  return Object.entries(rules).flatMap(([name, holds]) => (holds ? [] : [name]))
}

describe.each(shippedPlans.map((plan) => [plan.key, plan] as const))('the screen of %s', (_key, plan) => {
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

  test('keeps its rules in every state', () => {
    expect(snapshots.flatMap(brokenRules)).toEqual([])
  })

  test('keeps its rules on every transition, and no transition leads to a state unknown', () => {
    const transitions = listTransitions(paths)
    const known = new Set(paths.flat().flatMap(({ before, after }) => [stateKey(before), stateKey(after)]))
    expect(transitions.length).toBeGreaterThan(150)
    expect(transitions.flatMap(({ after }) => brokenRules(after))).toEqual([])
    expect(transitions.filter(({ after }) => !known.has(stateKey(after))).map(({ event }) => event)).toEqual(
      [],
    )
  })
})
