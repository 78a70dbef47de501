import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openAsked } from '../support/asked-tables.ts'
import { compileExamples } from '../support/definition-folders.ts'
import { findLargest, findPercentile } from '../support/naive-values.ts'

/*
 * The examples of trunks beside a calculation of their own, from the records alone: each quarter of an hour is divided by
 * the circuits of its day, and the 95th percentile lies between the two values around it.
 */
const { reports, datasets } = compileExamples()
const findExample = (name: string) => ({
  plan: reports.find(({ id }) => id === name)?.plans[0] ?? expect.fail('there is no example'),
  dataset: datasets.find(({ id }) => id === `report-${name}`) ?? expect.fail('there is no dataset'),
})
const [ofMonth, ofDay] = ['trunk-capacity', 'trunk-utilisation'].map(findExample)

const trunks = ['LAGOS', 'ABUJA', 'ENUGU', 'KANO']
interface Quarter {
  readonly trunk: string
  readonly day: string
  readonly quarter: number
  readonly busy: number
}
interface Capacity {
  readonly trunk: string
  readonly from: string
  readonly circuits: number
}

const Trunk = fc.constantFrom(...trunks)
const Quarters = fc.uniqueArray(
  fc.record({
    trunk: Trunk,
    day: fc.integer({ min: 1, max: 31 }).map((day) => `2025-03-${String(day).padStart(2, '0')}`),
    quarter: fc.integer({ min: 0, max: 95 }),
    busy: fc.integer({ min: 0, max: 4_800 }).map((tenths) => tenths / 10),
  }),
  { selector: ({ trunk, day, quarter }) => `${trunk} ${day} ${quarter}`, maxLength: 150 },
)
const Capacities = fc.uniqueArray(
  fc.record({
    trunk: Trunk,
    from: fc
      .integer({ min: 0, max: 45 })
      .map((days) => new Date(Date.UTC(2025, 1, 20 + days)).toISOString().slice(0, 10)),
    circuits: fc.integer({ min: 60, max: 600 }),
  }),
  { selector: ({ trunk, from }) => `${trunk} ${from}`, maxLength: 12 },
)

const findCircuits = ({ trunk, day }: Quarter, capacities: readonly Capacity[]) =>
  capacities
    .filter((one) => one.trunk === trunk && one.from <= day)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
    .at(-1)?.circuits

function measure(quarters: readonly Quarter[], capacities: readonly Capacity[]) {
  const circuits = quarters.flatMap((one) => findCircuits(one, capacities) ?? [])
  const used = quarters.flatMap((one) => {
    const installed = findCircuits(one, capacities)
    return installed === undefined ? [] : one.busy / installed
  })
  return { circuits, used }
}

function calculate(quarters: readonly Quarter[], capacities: readonly Capacity[]): (number | null)[] {
  const { circuits, used } = measure(quarters, capacities)
  return [
    findLargest(circuits),
    findPercentile(
      quarters.map(({ busy }) => busy),
      0.95,
    ),
    findPercentile(used, 0.95),
    findLargest(used),
  ]
}

const asked = await openAsked(datasets)

const twoDigits = (value: number) => String(value).padStart(2, '0')
const round = (values: readonly (number | null)[]) => values.map((value) => value?.toFixed(9) ?? null)

async function ask(
  quarters: readonly Quarter[],
  capacities: readonly Capacity[],
  example = ofMonth,
  selection: Readonly<Record<string, string>> = { year: '2025', month: '3' },
) {
  if (example === undefined) throw new Error('there is no example')
  await asked.store(
    'trunk-quarters',
    quarters.map(({ trunk, day, quarter, busy }) => ({
      key: `${day}T${twoDigits(Math.floor(quarter / 4))}:${twoDigits((quarter % 4) * 15)}`,
      values: [trunk],
      measures: { busy },
    })),
  )
  await asked.store(
    'trunk-capacities',
    capacities.map(({ trunk, from, circuits }) => ({ key: from, values: [trunk], measures: { circuits } })),
  )
  return asked.ask(example, selection)
}

test('each trunk and all of them have the 95th percentile of their quarters, by the circuits of each day', async () => {
  await fc.assert(
    fc.asyncProperty(Quarters, Capacities, async (quarters, capacities) => {
      const table = await ask(quarters, capacities)
      expect(table.rows.map(({ key }) => key).toSorted()).toEqual(
        [...new Set(quarters.map(({ trunk }) => trunk))].toSorted(),
      )
      for (const { key, values } of table.rows) {
        const own = quarters.filter(({ trunk }) => trunk === key)
        expect(round(values)).toEqual(round(calculate(own, capacities)))
      }
      const [, , usual = null, peak = null] = calculate(quarters, capacities)
      const total = quarters.length === 0 ? null : round([null, null, usual, peak])
      expect(table.total && round(table.total.values)).toEqual(total)
    }),
    { numRuns: 25 },
  )
}, 60_000)

test('each quarter of an hour of a day is divided by the circuits of the trunk on it', async () => {
  await fc.assert(
    fc.asyncProperty(Quarters, Capacities, async (quarters, capacities) => {
      const [{ trunk, day } = { trunk: 'LAGOS', day: '2025-03-01' }] = quarters
      const table = await ask(quarters, capacities, ofDay, { trunk, date: day })
      const own = quarters.filter((one) => one.trunk === trunk && one.day === day)
      const describe = (some: readonly Quarter[]) => {
        const { circuits, used } = measure(some, capacities)
        return round([some.map(({ busy }) => busy), circuits, used].map(findLargest))
      }
      const shown = table.rows.filter(({ hasRecord }) => hasRecord)
      const listed = own.toSorted((one, other) => one.quarter - other.quarter)
      expect(shown.map(({ values }) => round(values))).toEqual(listed.map((one) => describe([one])))
      expect(table.total && round(table.total.values)).toEqual(own.length === 0 ? null : describe(own))
    }),
    { numRuns: 25 },
  )
}, 60_000)
