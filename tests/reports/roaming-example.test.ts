import { expect, test } from 'vitest'
import { z } from 'zod'
import { openExamples, sum } from '../support/calculated-examples.ts'

/* The example of roaming against a calculation of its own: plain loops over the stored demo records. */
const { storeDemo, findDifferences } = await openExamples()

const number = z.number()
const Week = z.object({
  day: z.string(),
  operator: z.string(),
  inboundRoamers: number,
  outboundRoamers: number,
  gigabytes: number,
})
type Week = z.infer<typeof Week>
const weeks = (await storeDemo('roaming', Week)).filter(({ operator }) => operator === 'MTN')

const countRoamers = (lines: readonly Week[]) =>
  sum(lines, (line) => line.inboundRoamers + line.outboundRoamers)
const sumGigabytes = (lines: readonly Week[]) => sum(lines, (line) => line.gigabytes)

/** Computes the change since the week before. The first week and the year have none. */
function computeGrowth(lines: readonly Week[]): number | null {
  const [week] = lines
  const before = week && weeks[weeks.indexOf(week) - 1]
  return before === undefined || lines.length > 1 ? null : countRoamers(lines) / countRoamers([before]) - 1
}

test('each week has its roamers, their change and the kilobits of a second', async () => {
  const differences = await findDifferences(
    'weekly-roaming',
    { operator: 'MTN', year: '2025' },
    {
      lines: weeks,
      nameRow: ({ day }) => day,
      columns: {
        inboundRoamers: (lines) => sum(lines, (line) => line.inboundRoamers),
        outboundRoamers: (lines) => sum(lines, (line) => line.outboundRoamers),
        roamers: countRoamers,
        growth: computeGrowth,
        gigabytes: sumGigabytes,
        speed: (lines) => (sumGigabytes(lines) * 8e6) / (lines.length * 7 * 24 * 60 * 60),
      },
    },
  )
  expect(differences).toEqual([])
})
