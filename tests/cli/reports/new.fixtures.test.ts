import { readdirSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDrafts } from '../../support/draft-file.ts'
import { createEmptyFolder } from '../../support/folder.ts'

const fixtures = 'tests/fixtures/files'
const { draft, bring, clear } = createDrafts(createEmptyFolder())
beforeEach(clear)

interface Expected {
  readonly totals: Readonly<Record<string, number>>
  /** The number of records. */
  readonly records: number
  /** The choices that the file needs, and what is said without them. */
  readonly choices?: readonly string[]
  readonly asks?: string
  readonly period?: string
  /** The amounts of records, by the values of their dimensions and their time. */
  readonly amounts?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** What is said of the file. */
  readonly says?: string
}

const files: Readonly<Record<string, Expected>> = {
  'peak-offpeak.csv': {
    records: 4,
    totals: { peakMinutes: 4850.5, offPeakMinutes: 2930.25, minIn: 1610, minOut: 1205 },
  },
  'day-first.csv': {
    records: 6,
    choices: ['--date', 'day-first'],
    asks: 'row 2, column "Date" (A): \'01/04/2025\' can be read in two ways: day first: 2025-04-01, or month first: 2025-01-04',
    totals: { airtoneMinutes: 9009.5, baobabMinutes: 4892.75 },
    amounts: {
      '2025-04-01': { airtoneMinutes: 1500.25, baobabMinutes: 820 },
      '2025-04-06': { airtoneMinutes: 1511, baobabMinutes: 812.25 },
    },
  },
  'point-thousands.csv': {
    records: 4,
    choices: ['--read', 'decimals=comma'],
    asks: 'a decimal point: 12.48, or a decimal comma: 12480',
    totals: { versuche: 26_573, minuten: 19_779 },
  },
  'na-in-amounts.csv': {
    records: 4,
    says: `'NA' in rows 3, 4 of column "Minutes" is read as no amount`,
    totals: { calls: 6, minutes: 31 },
    amounts: { '2025-03-02': { calls: 2 }, '2025-03-03': { calls: 1 } },
  },
  'footer-total.csv': {
    records: 6,
    period: '2025',
    says: "a total is left out: 'Total:' in row 8",
    totals: { minutes: 3500, amount: 105 },
  },
  'codes-as-numbers.csv': {
    records: 4,
    totals: { minutes: 3735.5 },
    amounts: {
      '0071/00234/62130 2025-03-01': { minutes: 1250.5 },
      '0071/00234/62130 2025-03-02': { minutes: 1190 },
      '0072/00233/62001 2025-03-03': { minutes: 655 },
      '0072/00233/62001 2025-03-04': { minutes: 640 },
    },
  },
  'yyyymm-names.csv': {
    records: 7,
    totals: { minutes: 3700 },
    amounts: {
      'Atlantic Voice 2025-03': { minutes: 1200 },
      'Baobab Telecom 2025-03': { minutes: 800 },
      'Cedar Mobile 2025-03': { minutes: 500 },
      'Dune Networks 2025-03': { minutes: 450 },
      'Ember Tel 2025-03': { minutes: 300 },
      'Fjord Link 2025-03': { minutes: 250 },
      'Garnet Comms 2025-03': { minutes: 200 },
    },
  },
  'partial-month.csv': { records: 29, totals: { minutes: 29_855 } },
  'small-amounts.csv': { records: 4, totals: { calls: 55, costUSD: 1.65, surcharge: 0.2 } },
  'blanks-in-names.csv': {
    records: 2,
    choices: ['--read', 'repeated=add'],
    asks: 'already appears in row 2; to add such rows up, choose --read repeated=add',
    totals: { minutes: 310 },
    amounts: { 'Atlantic Voice 2025-03': { minutes: 250 }, 'Cedar Mobile 2025-03': { minutes: 60 } },
  },
  'rates-of-unequal-carriers.csv': {
    records: 6,
    says: '"ASR" is "Answered" divided by "Attempts"',
    totals: { attempts: 10_220, answered: 9022 },
  },
  'hour-twice.csv': {
    records: 4,
    choices: ['--read', 'repeated=add'],
    asks: '2025-10-26T01 already appears in row 3; to add such rows up, choose --read repeated=add',
    totals: { attempts: 20_300, channels: 1241 },
    amounts: { '2025-10-26T01': { attempts: 8000, channels: 495 } },
  },
  'hour-ending.csv': {
    records: 24,
    choices: ['--read', 'hours=end'],
    asks: 'the end of the hour, so that 24 is 23:00 to 24:00',
    totals: { attempts: 120_300, channels: 7500 },
    amounts: {
      '2025-03-07T00': { attempts: 5001, channels: 301 },
      '2025-03-07T23': { attempts: 5024, channels: 324 },
    },
  },
  'hours-in-utc.csv': {
    records: 3,
    says: '3 times have an offset from UTC',
    totals: { attempts: 15_200, channels: 913.5 },
    amounts: {
      '2025-03-07T22': { attempts: 5200, channels: 310.5 },
      '2025-03-07T23': { attempts: 5100, channels: 305 },
      '2025-03-08T00': { attempts: 4900, channels: 298 },
    },
  },
  'durations.csv': {
    records: 4,
    choices: ['--read', 'durations=minutes'],
    asks: "'23:59:30' can be read in three ways: stored in minutes, or stored in hours, or stored in seconds",
    totals: { calls: 1250, duration: 10_519.6667 },
  },
  'hidden-row.xlsx': {
    records: 4,
    choices: ['--read', 'hiddenRows=keep'],
    asks: 'a hidden row (row 4) can be read in two ways: left out, or read like the others',
    says: 'a hidden row is read like the others: row 4',
    totals: { minutes: 13_684, calls: 1931 },
  },
  'double-encoded.csv': {
    records: 1,
    choices: ['--read', 'encoding=double-utf-8', '--read', 'repeated=add'],
    asks: "a text that was encoded twice: 'Télécom Baobab', or the name as it is written",
    totals: { minutes: 140 },
    amounts: { 'Télécom Baobab 2025-03': { minutes: 140 } },
  },
  'exponent-identifier.csv': {
    records: 0,
    asks: "'1.23457E+16' is a number whose last digits are lost; format the column as text and export the file again",
    totals: {},
  },
  'escape-round-trip.csv': {
    records: 6,
    totals: { minutes: 450, balance: 2.99 },
    amounts: {
      '+Net Mobile 2025-03': { minutes: 100, balance: -12.5 },
      '-Minus Voice 2025-03': { minutes: 90, balance: 12.5 },
      '=Equal Talk 2025-03': { minutes: 80, balance: 0 },
      '@Home Tel 2025-03': { minutes: 70, balance: -0.01 },
      "'Apostrophe Ltd 2025-03": { minutes: 60, balance: 1 },
      "'=Both Ltd 2025-03": { minutes: 50, balance: 2 },
    },
  },
  'date-and-hour.csv': {
    records: 5,
    choices: ['--date', 'day-first'],
    asks: 'day first: 2026-11-01, or month first: 2026-01-11',
    totals: { attempts: 470, answered: 250 },
    amounts: {
      'Sahel & Sons 2026-11-01T00': { attempts: 120, answered: 66 },
      'Sahel & Sons 2026-11-01T01': { attempts: 90, answered: 51 },
      'Nord%2FOuest (GSM) 2026-11-01T00': { attempts: 80, answered: 40 },
      'Sahel & Sons 2026-11-02T00': { attempts: 110, answered: 62 },
      'Nord%2FOuest (GSM) 2026-11-02T23': { attempts: 70, answered: 31 },
    },
  },
  'german-month.csv': {
    records: 5,
    choices: ['--read', 'encoding=windows-1252'],
    asks: `choose --read encoding=windows-1252 if 'März' is right`,
    says: "a total is left out: 'Summe' in row 9",
    totals: { dauerMinuten: 35_326, erlosEUR: 997.6 },
  },
  'switch-hours.csv': {
    records: 12,
    choices: ['--read', 'durations=hours'],
    asks: "'04:39:18' can be read in three ways",
    says: '"ASR %" is "Answered" divided by "Seizures"',
    totals: { seizures: 2768, answered: 1581, talkTime: 55.1931 },
  },
  'invoice-lines.csv': { records: 4, totals: { amountUSD: 6154.08, creditUSD: -133.51 } },
  'two-rows-of-headings.csv': {
    records: 7,
    says: "rows 2 and 3 are read as one row of headings, such as 'Airtone In'",
    totals: { airtoneIn: 10_170.75, airtoneOut: 7636.5, baobabIn: 7854.25, baobabOut: 6942 },
  },
  'put-together.csv': {
    records: 9,
    choices: ['--read', 'decimals=point'],
    asks: "'1,517' can be read in two ways: a decimal point: 1517, or a decimal comma: 1.517",
    says: 'headings are repeated in rows 7, 13; left out',
    totals: { minutes: 16_752 },
  },
  'french-carriers.csv': {
    records: 12,
    says: 'column "Minutes entrantes": the comma is read as the decimal sign',
    totals: { minutesEntrantes: 609_187.46, coutXOF: 62_857 },
  },
  'american-hours.csv': { records: 8, totals: { callAttempts: 3276, minutesOfUse: 4906.6 } },
  'quarter-hours.csv': {
    records: 6,
    says: `'N/A' in row 3 of column "Erlangs Peak" is read as no amount`,
    totals: { erlangsPeak: 158.2, attempts: 304 },
  },
  'call-records.csv': { records: 5, totals: { durationSeconds: 1261, charge: 1.1855 } },
  'customers-by-month.csv': {
    records: 48,
    says: "2 totals are left out: 'All customers' in row 26, 'All customers' in row 51",
    totals: { attempts: 119_495, answered: 67_810 },
  },
}

describe('files that people have are read rightly, or not before they are decided', () => {
  test('each fixture has its right values', () => {
    expect(readdirSync(fixtures).toSorted()).toEqual(Object.keys(files).toSorted())
  })

  test.each(Object.entries(files).flatMap(([name, { asks }]) => (asks === undefined ? [] : [[name, asks]])))(
    '%s is asked about: %s',
    async (name, asks) => {
      const asked = await draft(`${fixtures}/${name}`)
      expect(asked).toEqual({ code: 1, err: '', out: expect.stringContaining(asks) as string })
    },
  )

  test.each(Object.entries(files).filter(([, { records }]) => records > 0))(
    '%s has its right values',
    async (name, { choices = [], period, says = '', totals, records, amounts = {} }) => {
      const options = period === undefined ? [] : ['--period', period]
      const { drafted, ran, keys, ...read } = await bring(`${fixtures}/${name}`, choices, options)
      expect({ err: ran.err, code: ran.code }).toEqual({ err: '', code: 0 })
      expect(drafted.out).toContain(says)
      expect({ totals: read.totals, records: keys.length }).toEqual({ totals, records })
      const named = Object.keys(amounts).map((key) => [key, read.amounts[key]])
      expect(Object.fromEntries(named)).toEqual(amounts)
    },
  )

  test('a hidden row is left out if so chosen, and the dataset remembers it', async () => {
    const choices = ['--read', 'hiddenRows=leave-out']
    const { ran, keys } = await bring(`${fixtures}/hidden-row.xlsx`, choices, [])
    expect({ code: ran.code, records: keys.length }).toEqual({ code: 0, records: 3 })
    expect(ran.out).toContain('note: a hidden row is left out: row 4')
  })
})
