import { expect, test } from 'vitest'
import { z } from 'zod'
import { findInForce, openExamples } from '../support/calculated-examples.ts'
import { findLargest, findPercentile } from '../support/naive-values.ts'

/*
 * The examples of trunks against a calculation of their own: plain loops over the stored demo records. In September 2025 the
 * circuits of the demo change on several days.
 */
const { storeDemo, findDifferences } = await openExamples()

const day = z.string()
const trunk = z.string()
const number = z.number()

const Quarter = z.object({ day, trunk, busy: number })
type Quarter = z.infer<typeof Quarter>
const quarters = await storeDemo('trunk-quarters', Quarter, [9])
const capacities = await storeDemo('trunk-capacities', z.object({ day, trunk, circuits: number }))

const findCircuits = (quarter: Quarter) =>
  findInForce(capacities, quarter.day.slice(0, 10), (capacity) => capacity.trunk === quarter.trunk).circuits

const getBusy = (quarter: Quarter) => quarter.busy
const getUse = (quarter: Quarter) => quarter.busy / findCircuits(quarter)

test.each(['2025-09-11', '2025-09-13'])(
  'each quarter of an hour of %s is divided by the circuits of its day',
  async (date) => {
    expect(
      await findDifferences(
        'trunk-utilisation',
        { trunk: 'LAGOS', date },
        {
          lines: quarters.filter((quarter) => quarter.trunk === 'LAGOS' && quarter.day.startsWith(date)),
          nameRow: (quarter) => quarter.day.slice(11),
          columns: {
            busy: (lines) => findLargest(lines.map(getBusy)),
            circuits: (lines) => findLargest(lines.map(findCircuits)),
            utilisation: (lines) => findLargest(lines.map(getUse)),
          },
        },
      ),
    ).toEqual([])
  },
)

test('each trunk and all of them have the 95th percentile of their quarters, by the circuits of each day', async () => {
  expect(
    await findDifferences(
      'trunk-capacity',
      { year: '2025', month: '9' },
      {
        lines: quarters,
        nameRow: (quarter) => quarter.trunk,
        columns: {
          circuits: (lines) => findLargest(lines.map(findCircuits)),
          busy: (lines) => findPercentile(lines.map(getBusy), 0.95),
          usual: (lines) => findPercentile(lines.map(getUse), 0.95),
          peak: (lines) => findLargest(lines.map(getUse)),
        },
        withoutTotal: ['circuits', 'busy'],
      },
    ),
  ).toEqual([])
})
