import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { findInForce, openExamples, sum } from '../support/calculated-examples.ts'

/*
 * The examples of money against a calculation of their own: plain loops over the stored demo records. In September 2025
 * the rates, exchange rates and floors of the demo change on several days.
 */
const { store, storeDemo, findDifferences } = await openExamples()
const selection = { year: '2025', month: '9' }

const day = z.string()
const carrier = z.string()
const destination = z.string()
const currency = z.string()
const number = z.number()

const Traffic = z.object({ day, carrier, destination, currency, minutesIn: number, minutesOut: number })
type Traffic = z.infer<typeof Traffic>
const traffic = await storeDemo('carrier-minutes', Traffic, [8, 9])
const rates = await storeDemo(
  'carrier-rates',
  z.object({ day, carrier, destination, currency, rateIn: number, rateOut: number }),
)
const exchange = await storeDemo('exchange-rates', z.object({ day, currency, ngn: number }))
const floors = await storeDemo('termination-rates', z.object({ day, currency, rate: number }))
const commitments = await storeDemo('carrier-commitments', z.object({ day, carrier, minutes: number }), [9])
const ofMonth = (month: string) => traffic.filter((line) => line.day.startsWith(month))
const august = ofMonth('2025-08')
const september = ofMonth('2025-09')

const findRates = (line: Traffic) =>
  findInForce(
    rates,
    line.day,
    (rate) =>
      rate.carrier === line.carrier &&
      rate.destination === line.destination &&
      rate.currency === line.currency,
  )
const findNaira = (ofCurrency: string, until: string) =>
  findInForce(exchange, until, (rate) => rate.currency === ofCurrency).ngn
const findFloor = (line: Traffic) =>
  findInForce(floors, line.day, (floor) => floor.currency === line.currency).rate
const sumIn = (lines: readonly Traffic[]) => sum(lines, (line) => line.minutesIn)
const sumOut = (lines: readonly Traffic[]) => sum(lines, (line) => line.minutesOut)

/** Stores some traffic in place of the traffic before. */
const storeTraffic = (lines: readonly Traffic[]) =>
  store(
    'carrier-minutes',
    lines.map(({ day: key, carrier: from, destination: to, currency: bill, ...measures }) => ({
      key,
      values: [from, to, bill],
      measures,
    })),
  )

beforeEach(() => storeTraffic(traffic))

test.each(['NGN', 'USD'])(
  'settlement counts each minute at the rate of its day, and the balance in %s at the rates of the last day',
  async (shownCurrency) => {
    const amountIn = (line: Traffic) => line.minutesIn * findRates(line).rateIn
    const amountOut = (line: Traffic) => line.minutesOut * findRates(line).rateOut
    const balance = (line: Traffic) => amountIn(line) - amountOut(line)
    const naira = (line: Traffic) => balance(line) * findNaira(line.currency, '2025-09-30')
    expect(
      await findDifferences(
        'settlement',
        { ...selection, shownCurrency },
        {
          lines: september,
          nameRow: (line) => `${line.carrier} ${line.currency}`,
          columns: {
            minutesIn: sumIn,
            rateIn: (lines) => sum(lines, amountIn) / sumIn(lines),
            amountIn: (lines) => sum(lines, amountIn),
            minutesOut: sumOut,
            rateOut: (lines) => sum(lines, amountOut) / sumOut(lines),
            amountOut: (lines) => sum(lines, amountOut),
            balance: (lines) => sum(lines, balance),
            balanceShown: (lines) => sum(lines, naira) / findNaira(shownCurrency, '2025-09-30'),
          },
          withoutTotal: ['rateIn', 'amountIn', 'rateOut', 'amountOut', 'balance'],
        },
      ),
    ).toEqual([])
  },
)

const naira = (line: Traffic) => line.minutesIn * findNaira(line.currency, line.day)
const revenue = (lines: readonly Traffic[]) => sum(lines, (line) => naira(line) * findRates(line).rateIn)
const nameDestination = (line: Traffic) => `${line.carrier} ${line.destination}`

test('margins are in naira at the rate of each day', async () => {
  const cost = (lines: readonly Traffic[]) => sum(lines, (line) => naira(line) * findRates(line).rateOut)
  const margin = (lines: readonly Traffic[]) => revenue(lines) - cost(lines)
  const differences = await findDifferences('margins', selection, {
    lines: september,
    nameRow: nameDestination,
    columns: {
      minutesIn: sumIn,
      revenue,
      cost,
      margin,
      marginShare: (lines) => margin(lines) / revenue(lines),
      perMinute: (lines) => margin(lines) / sumIn(lines),
    },
  })
  expect(differences).toEqual([])
})

test('changes of revenue since August are by minutes and by rate, and part of the whole change', async () => {
  const isNew = (line: Traffic) => line.carrier === 'Atlantic Voice' && line.destination === 'Ghana'
  const isGone = (line: Traffic) => line.carrier === 'Cedar Voice' && line.destination === 'Togo'
  const lines = september.filter((line) => !isGone(line))
  const before = august.filter((line) => !isNew(line))
  await storeTraffic([...before, ...lines])
  const difference = (now: readonly Traffic[], then: readonly Traffic[]) => revenue(now) - revenue(then)
  const byVolume = (now: readonly Traffic[], then: readonly Traffic[]) =>
    now.length === 0 || then.length === 0
      ? difference(now, then)
      : (sumIn(now) - sumIn(then)) * (revenue(then) / sumIn(then))
  const differences = await findDifferences('revenue-changes', selection, {
    lines,
    before,
    nameRow: nameDestination,
    columns: { revenue },
    changes: {
      difference,
      part: (now, then) => difference(now, then) / difference(lines, before),
      byVolume,
      byPrice: (now, then) => difference(now, then) - byVolume(now, then),
    },
  })
  expect(differences).toEqual([])
})

// September 2025 has 21 workdays: no weekends, and not Eid-el-Maulud on the 5th.
test.each([
  [3, 27, 18],
  [17, 13, 9],
  [30, 0, 0],
])(
  'a commitment after %i days of September needs %i days or %i workdays',
  async (elapsed, left, workdaysLeft) => {
    const lines = september.filter((line) => Number(line.day.slice(8)) <= elapsed)
    await storeTraffic(lines)
    const committed = (some: readonly Traffic[]) =>
      sum(
        commitments.filter((one) => some.some((line) => line.carrier === one.carrier)),
        (one) => one.minutes,
      )
    const needed = (some: readonly Traffic[], days: number) =>
      days === 0 ? null : (committed(some) - sumIn(some)) / days
    const differences = await findDifferences('commitments', selection, {
      lines,
      nameRow: (line) => line.carrier,
      columns: {
        minutesIn: sumIn,
        committed,
        reached: (some) => sumIn(some) / committed(some),
        toDate: (some) => (committed(some) * elapsed) / 30,
        ahead: (some) => sumIn(some) / ((committed(some) * elapsed) / 30) - 1,
        needed: (some) => needed(some, left),
        neededWork: (some) => needed(some, workdaysLeft),
        projected: (some) => (sumIn(some) / elapsed) * 30,
      },
    })
    expect(differences).toEqual([])
  },
)

test.each(['NGN', 'USD'])(
  'the effective rate in %s is next to the floor of the same minutes',
  async (billed) => {
    const paid = (line: Traffic) => line.minutesIn * findRates(line).rateIn
    const allowed = (line: Traffic) => line.minutesIn * findFloor(line)
    expect(
      await findDifferences(
        'rate-floor',
        { ...selection, currency: billed },
        {
          lines: september.filter((line) => line.currency === billed),
          nameRow: (line) => line.carrier,
          columns: {
            minutesIn: sumIn,
            effective: (lines) => sum(lines, paid) / sumIn(lines),
            floor: (lines) => sum(lines, allowed) / sumIn(lines),
            shortfall: (lines) => sum(lines, allowed) - sum(lines, paid),
          },
        },
      ),
    ).toEqual([])
  },
)
