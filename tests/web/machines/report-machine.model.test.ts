import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ActorRefFrom } from 'xstate'
import { listCompare, type ReportPlan } from '../../../src/report/model/report-plan.ts'
import { resolveOptions } from '../../../src/report/selection/options.ts'
import { isComplete, sameSelection } from '../../../src/report/selection/selection.ts'
import type { reportMachine } from '../../../src/web/machines/report-machine.ts'
import { LoadError } from '../../../src/web/machines/load-error.ts'
import { choice, compileOne, shippedPlans } from '../../support/definitions.ts'
import { generateResponse } from '../../support/generate-response.ts'
import { startScreen } from '../../support/report-screen.ts'

const STATES = ['starting', 'blank', 'resolving', 'loading', 'rendering', 'table', 'chart']

/** A screen whose last options depend on the ones before them. */
const dependent = compileOne({
  id: 'dependent',
  selectors: [
    { kind: 'year', options: { fixed: [2025, 2024] }, default: 2025 },
    choice('region', { url: '/v1/small/regions/{year}' }),
  ],
  data: { url: '/v1/small/{year}/{region}' },
  rows: { key: { kind: 'date', field: 'day', label: 'Date' } },
})

type Screen = ActorRefFrom<typeof reportMachine>

/** The names of the rules of every report screen that a state breaks. */
function brokenRules(screen: Screen): string[] {
  const { context, value, tags } = screen.getSnapshot()
  const { plan, selection, compare, loaded, visibleView, requestedView } = context
  const offered = plan.selectors.every(
    ({ name }) =>
      !selection[name] || context.options?.[name]?.some(({ value: one }) => one === selection[name]),
  )
  const state = getState(screen)
  const rules: Record<string, boolean> = {
    'spec 4.15: a visible view is loaded': visibleView === null || loaded !== null,
    'spec 4.15: at rest the visible view is that of the complete selection':
      !(state === 'table' || state === 'chart') ||
      (loaded !== null && sameSelection(plan, loaded.selection, selection)),
    'spec 4.23: at rest the visible view is compared as chosen':
      !(state === 'table' || state === 'chart') || loaded?.compare === compare,
    'spec 4.23: compares only as offered': compare === null || listCompare(plan).includes(compare),
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

const getState = (screen: Screen): string => {
  const { data } = screen.getSnapshot().value
  return typeof data === 'string' ? data : (Object.keys(data)[0] ?? '')
}

/** A screen whose requests end when the test says so, and how. */
function start(plan: ReportPlan) {
  const pending: ((isGood: boolean, rows: number) => void)[] = []
  const lists = (url: string) =>
    Promise.resolve({ success: true, records: url.includes('regions') ? ['always', url.slice(-4)] : [] })
  const { actor: screen, clock } = startScreen(
    plan,
    {},
    ({ selection }) =>
      new Promise((resolve) => {
        pending.push(() => resolve(resolveOptions(plan, selection, lists, 2025)))
      }),
    ({ selection, respond, fail }) =>
      pending.push((isGood, rows) => {
        if (isGood) respond((generateResponse(plan, selection, rows) as { records: unknown }).records)
        else fail(new LoadError('rejected', 'The server says no.'))
      }),
  )
  return { screen, pending, clock }
}

/** What a user does to a screen, or its requests and the clock. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ selector: fc.nat(2), option: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ isGood: fc.boolean(), rows: fc.constantFrom(0, 3) }) },
  fc.constantFrom('form.submitted' as const, 'chart.toggled' as const, 'compare' as const, 'time' as const),
)

/** A way through every state: each selector gets its first option, then the table and the chart are shown. */
const answer = { isGood: true, rows: 3 as const }
const everyState = [
  answer,
  ...[0, 1, 2].flatMap((selector) => [{ selector, option: 0 }, answer]),
  ...(['form.submitted', answer, 'chart.toggled', 'time'] as const),
]

describe.each([...shippedPlans, dependent].map((plan) => [plan.key, plan] as const))(
  'the screen of %s',
  (_key, plan) => {
    test('keeps its rules in any order of clicks and responses, in every state of the machine', async () => {
      const reached = new Set<string>()
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
          const { screen, pending, clock } = start(plan)
          for (const one of steps) {
            const { options, compare } = screen.getSnapshot().context
            if (one === 'time') clock.increment(600)
            else if (one === 'compare')
              screen.send({
                type: 'compare.changed',
                compare: compare === null ? (plan.compare[0] ?? '') : '',
              })
            else if (typeof one === 'string') screen.send({ type: one })
            else if ('isGood' in one) {
              pending.shift()?.(one.isGood, one.rows)
              await new Promise(setImmediate)
            } else {
              const { name } = plan.selectors[one.selector % plan.selectors.length] ?? { name: '' }
              const { value = '' } = options?.[name]?.[one.option] ?? {}
              if (options !== null) screen.send({ type: 'selection.changed', name, value })
            }
            reached.add(getState(screen))
            expect(brokenRules(screen)).toEqual([])
          }
          screen.stop()
        }),
        { numRuns: 60, examples: [[everyState]] },
      )
      const isResolved = plan.selectors.some(
        ({ options }) => 'url' in options && options.dependsOn.length > 0,
      )
      expect(STATES.filter((state) => !reached.has(state))).toEqual(isResolved ? [] : ['resolving'])
    })
  },
)
