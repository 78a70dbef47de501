import { describe, expect, test } from 'vitest'
import { fillChoices } from '../../schemas/dataset/reading.ts'
import { decideNumbers } from '../../src/reading/decide-numbers.ts'
import { decideTimes } from '../../src/reading/decide-times.ts'
import { keyReaders } from '../../src/reading/keys.ts'
import { parseAmount } from '../../src/reading/numbers.ts'

const location = { index: 0, heading: 'Column' }
const ANY = { min: -1e13, max: 1e13, decimals: null }
const toRows = (cells: readonly (string | Date)[]) =>
  cells.map((cell, index) => ({ row: index + 2, cells: [cell] }))

/** Reads a column of amounts: its values, or the questions and errors. */
function readNumbers(texts: readonly string[], choices: Parameters<typeof fillChoices>[0] = {}) {
  const { reading, questions } = decideNumbers(toRows(texts), location, fillChoices(choices))
  const values = texts.map((text) => parseAmount(text, ANY, reading))
  const errors = values.filter((value) => typeof value === 'string')
  return { values, problems: [...questions.map(({ text }) => text), ...errors] }
}

/** Reads a column of days: their keys, or the questions and errors. */
function readDays(
  texts: readonly string[],
  choices: Parameters<typeof fillChoices>[0] = {},
  kind: 'date' | 'month' | 'hour' = 'date',
) {
  const { reading, questions, remarks } = decideTimes(
    toRows(texts),
    location,
    fillChoices(choices),
    kind === 'hour',
  )
  const read = texts.map((text) => keyReaders[kind](text, kind === 'hour' ? '2025-03-07' : null, reading))
  return {
    values: read.map((one) => ('key' in one ? one.key : '')),
    problems: [
      ...questions.map(({ text }) => text),
      ...read.flatMap((one) => ('error' in one ? [one.error] : [])),
    ],
    remarks,
  }
}

describe('numbers are read by column', () => {
  test.each<Readonly<Record<string, number>>>([
    { '$1,234.50': 1234.5, '($12.30)': -12.3, '-$3': -3, '$ 0.50': 0.5, '$-1': -1 },
    { '1.234,50 €': 1234.5, '-12,30€': -12.3, '€ 1': 1 },
    { '412,500': 412_500, '1,412.50': 1412.5 },
    { '412,500': 412_500, '0.125': 0.125 },
    { '9.315': 9315, '8.774,5': 8774.5 },
    { '412,5': 412.5, '0,500': 0.5 },
    { '12,34,567': 1_234_567, '1,00,000.50': 100_000.5 },
    { '+5.5': 5.5, '-2.5': -2.5, '+4': 4 },
  ])('amounts are %j', (amounts) => {
    expect(readNumbers(Object.keys(amounts))).toEqual({ values: Object.values(amounts), problems: [] })
  })

  test.each<[readonly string[], string]>([
    [
      ['12.480', '987'],
      "'12.480' can be read in two ways: a decimal point: 12.48, or a decimal comma: 12480; choose --read decimals=point or --read decimals=comma",
    ],
    [['412,500', '412.500'], "'412,500' can be read in two ways"],
    [['1.5', '2,5'], "'2,5' and '1.5' in row 2 have different decimal signs"],
    [['26:30', '12'], "'26:30' is not a duration; write 26:30:00"],
    [['26:30:00'], "'26:30:00' can be read in three ways: stored in minutes, or stored in hours"],
    [['88.3%'], "'88.3%' can be read in two ways: 88.3, or 0.883"],
    [['88.3%', '0', '0.9'], "'88.3%' has a percent sign, but '0.9' in row 4 has none; write them alike"],
    [
      ['0', '26:30:00', '90'],
      "'26:30:00' has hours and minutes, but '90' in row 4 has none; write them alike",
    ],
    [['USD 12'], "'USD 12' is not a number; write 1234.5 or 1,234.50 without its unit"],
    [['1.23457E+16'], "'1.23457E+16' has an exponent; write all digits"],
    [
      ['1.234,50 €', '$12,30'],
      "'$12,30' and '1.234,50 €' in row 2 are of different currencies, which cannot be added",
    ],
    [['NA', '1'], "'NA' is not a number; if it means that there is none: --read blank=NA"],
  ])('%j is refused with the choice that decides', (texts, problem) => {
    expect(readNumbers(texts).problems[0]).toContain(problem)
  })

  test.each<[readonly string[], Parameters<typeof fillChoices>[0], readonly number[]]>([
    [['12.480', '987'], { decimals: ',' }, [12_480, 987]],
    [['12.480', '987'], { decimals: '.' }, [12.48, 987]],
    [['23:59:30', '124:05:10'], { durations: { '': 'hours' } }, [23.9916666666667, 124.086111111111]],
    [['26:30:00'], { durations: { '': 'minutes' } }, [1590]],
    [['1d 02:30:00', '1 day 00:30:00'], { durations: { '': 'hours' } }, [26.5, 24.5]],
    [['0:00:01.5'], { durations: { '': 'seconds' } }, [1.5]],
    [['( 5% )', '(5)%', '5-%', '5%-'], { percents: { '': 'parts' } }, [-0.05, -0.05, -0.05, -0.05]],
    [['5%', '7.5%'], { percents: { '': 'parts' } }, [0.05, 0.075]],
  ])('%j with %j is %j', (texts, choices, values) => {
    expect(readNumbers(texts, choices)).toEqual({ values, problems: [] })
  })

  test('a file that contradicts the choice is refused', () => {
    expect(readNumbers(['12.480', '12.5'], { decimals: ',' }).problems).toEqual([
      "'12.5' is not a number with a decimal comma; write 1234,5 or 1.234,50",
    ])
  })
})

describe('dates and times are read by column', () => {
  test.each<Readonly<Record<string, string>>>([
    { '13/04/2025': '2025-04-13', '01/04/2025': '2025-04-01' },
    { '3/17/2025': '2025-03-17', '3/7/2025': '2025-03-07' },
    { '31.12.2026': '2026-12-31', '1.1.2027': '2027-01-01' },
    {
      '2025/03/01': '2025-03-01',
      '20250302': '2025-03-02',
      '1-Mar-2025': '2025-03-01',
      '2 March 2025': '2025-03-02',
      'Mar 3, 2025': '2025-03-03',
      '4-Mar-25': '2025-03-04',
    },
    { '05/05/2025': '2025-05-05' },
    {
      '3. März 2025': '2025-03-03',
      '3.Mär.25': '2025-03-03',
      '4 Mrz 2025': '2025-03-04',
      '15 févr. 2025': '2025-02-15',
      '1er août 2025': '2025-08-01',
      '3 de marzo de 2025': '2025-03-03',
    },
    {
      '03/dez/2025': '2025-12-03',
      '3-ene-25': '2025-01-03',
      '31 out 2025': '2025-10-31',
      '12 Dic 2025': '2025-12-12',
      '7-mrt-2025': '2025-03-07',
      '01/Mar/2025': '2025-03-01',
    },
    { '12/31/26': '2026-12-31', '1/31/27': '2027-01-31', '1/1/27': '2027-01-01' },
    { '32-05-13': '2032-05-13', '26-05-01': '2026-05-01' },
    {
      'Mon 03/03/2025': '2025-03-03',
      'Monday, 3 March 2025': '2025-03-03',
      'Mo. 3.3.2025': '2025-03-03',
      'Monday, March 3, 2025': '2025-03-03',
      'mar 4 mars 2025': '2025-03-04',
    },
    // The weekday tells the order.
    { 'Tue 01/04/2025': '2025-04-01' },
    { 'Sat 01/04/2025': '2025-01-04' },
  ])('days are %j', (days) => {
    expect(readDays(Object.keys(days))).toMatchObject({ values: Object.values(days), problems: [] })
  })

  test.each<Readonly<Record<string, string>>>([
    {
      '202503': '2025-03',
      '2025/04': '2025-04',
      'Mar-25': '2025-03',
      'March 2025': '2025-03',
      '03/2025': '2025-03',
      '2025-03': '2025-03',
    },
    {
      'Mär-25': '2025-03',
      'déc. 2025': '2025-12',
      'dez/25': '2025-12',
      'marzo de 2025': '2025-03',
      'Juin 2025': '2025-06',
      'janv-25': '2025-01',
    },
  ])('months are %j', (months) => {
    const read = readDays(Object.keys(months), {}, 'month')
    expect(read).toMatchObject({ values: Object.values(months), problems: [] })
  })

  test.each<[readonly string[], string]>([
    [
      ['01/04/2025', '02/04/2025'],
      "'01/04/2025' can be read in two ways: day first: 2025-04-01, or month first: 2025-01-04",
    ],
    [
      ['13/04/2025', '04/13/2025'],
      "'04/13/2025' and '13/04/2025' in row 2 have day, month and year in different orders",
    ],
    [
      ['01.05.26'],
      "'01.05.26' can be read in three ways: day first: 2026-05-01, or month first: 2026-01-05, or year first: 2001-05-26",
    ],
    [
      ['31.05.26', '01.05.26'],
      "'31.05.26' can be read in two ways: day first: 2026-05-31, or year first: 2031-05-26",
    ],
    [
      ['31.05.26', '05.31.26'],
      "'05.31.26' and '31.05.26' in row 2 have day, month and year in different orders",
    ],
    [
      ['31.05.98'],
      "'31.05.98' is not a calendar date, or a year whose two digits do not tell its century; write 2025-03-17",
    ],
    [['Tue 03/03/2025'], "'Tue 03/03/2025' names another weekday than that of 2025-03-03"],
    [['Sunday, 3 March 2025'], "'Sunday, 3 March 2025' names another weekday than that of 2025-03-03"],
    [['Foo 03/03/2025'], "'Foo 03/03/2025' is not a calendar date"],
    [['15 jui 2025'], "'15 jui 2025' is not a calendar date"],
    [['2 sty 2025'], "'2 sty 2025' is not a calendar date"],
    [['1-Mar-98'], "'1-Mar-98' is not a calendar date, or a year whose two digits do not tell its century"],
  ])('%j is refused: %s', (texts, problem) => {
    expect(readDays(texts).problems[0]).toContain(problem)
  })

  test('a choice decides, and a file that contradicts it is refused', () => {
    const read = (...texts: readonly string[]) => readDays(texts, { dates: 'DD/MM/YYYY' })
    expect(read('01/04/2025')).toMatchObject({ values: ['2025-04-01'], problems: [] })
    expect(read('01/04/2025', '3/17/2025').problems).toEqual([
      '\'3/17/2025\' is not a calendar date in the order DD/MM/YYYY ("read": { "dates": "DD/MM/YYYY" }); write 2025-03-17 or 17/3/2025',
    ])
  })

  test('hours from 1 to 24 are asked about, and read by their end', () => {
    const read = (texts: readonly string[], hours?: 'end') => readDays(texts, hours ? { hours } : {}, 'hour')
    const end = 'the end of the hour, so that'
    expect(read(['1', '24']).problems[0]).toContain(`${end} 24 is 23:00 to 24:00`)
    expect(read(['8', '9']).problems[0]).toContain(`${end} 8 is 7:00 to 8:00`)
    expect(read(['8:00', '9:00']).problems).toEqual([])
    expect(read(['1', '24'], 'end').values).toEqual(['2025-03-07T00', '2025-03-07T23'])
    expect(read(['0', '1'], 'end').problems).toHaveLength(1)
    const full = (text: string) =>
      keyReaders.hour(text, null, { order: 'DD/MM/YYYY', zone: null, hours: 'end', times: null })
    expect(['2025-03-07 01:00', '2025-03-07 24:00', '2025-03-08T00:00'].map(full)).toEqual([
      { key: '2025-03-07T00' },
      { key: '2025-03-07T23' },
      { key: '2025-03-07T23' },
    ])
    const hours = ['00', '13', '14'].map((hour) => `2025-03-07T${hour}`)
    expect(read(['0', '13', '2:00 PM']).values).toEqual(hours)
  })

  test('offsets are said, and converted to a zone that is named', () => {
    const times = ['2025-03-07T22:00:00Z', '2025-03-07T23:00:00Z']
    expect(readDays(times, {}, 'hour').remarks[0]).toContain(
      "2 times have an offset from UTC, such as '2025-03-07T22:00:00Z' in row 2",
    )
    const { reading } = decideTimes(toRows(times), location, fillChoices({ zone: 'Africa/Lagos' }), true)
    expect(times.map((text) => keyReaders.hour(text, null, reading))).toEqual([
      { key: '2025-03-07T23' },
      { key: '2025-03-08T00' },
    ])
  })

  test('a time without an offset among times that are converted is refused', () => {
    const times = ['2025-03-07T22:00Z', '2025-03-07T23:00']
    expect(readDays(times, { zone: 'Africa/Lagos' }, 'hour').problems).toEqual([
      `'2025-03-07T23:00' has no offset from UTC, but '2025-03-07T22:00Z' in row 2 has one, and is converted to Africa/Lagos ("read": { "zone": "Africa/Lagos" }); write them alike`,
    ])
    expect(readDays(times, {}, 'hour').problems).toEqual([])
  })

  test('an offset can have no minutes behind seconds, as PostgreSQL writes it', () => {
    const times = ['2025-03-07 22:00:00+01', '2025-03-07 23:00:00.000-03']
    expect(readDays(times, { zone: 'UTC' }, 'hour').values).toEqual(['2025-03-07T21', '2025-03-08T02'])
    expect(readDays(['14:00-15'], {}, 'hour').values).toEqual([''])
  })

  test('a range says its start, also where hours are known by their end', () => {
    const ranges = ['01:00-02:00', '23-24', '14:00:00 - 14:59:59']
    const read = ['2025-03-07T01', '2025-03-07T23', '2025-03-07T14']
    const reading = { order: 'DD/MM/YYYY', hours: 'end', zone: null, times: null } as const
    expect(ranges.map((text) => keyReaders.hour(text, '2025-03-07', reading))).toEqual(
      read.map((key) => ({ key })),
    )
    expect(keyReaders.hour('01-03', '2025-03-07', reading)).toHaveProperty('error')
  })

  test('the name of a time zone is refused with what to write', () => {
    const [problem] = readDays(['2025-10-26 02:00 CEST'], {}, 'hour').problems
    expect(problem).toContain('or 14, and a time zone as its offset: +02:00')
  })

  test('dates of a spreadsheet among texts may have exchanged day and month', () => {
    const rows = toRows([new Date(Date.UTC(2025, 3, 1)), '13/04/2025'])
    const ask = (choices: Parameters<typeof fillChoices>[0]) =>
      decideTimes(rows, location, fillChoices(choices), false).questions.map(({ text }) => text)
    expect(ask({})[0]).toContain(
      "'13/04/2025' is a text, but row 2 has a date: a spreadsheet may have exchanged day and month there",
    )
    expect(ask({ dates: 'DD/MM/YYYY' })).toEqual([])
  })

  test('days say that they leave out times of day, and hours by their ends have no 0', () => {
    expect(readDays(['2025-03-07 10:15:30', '2025-03-08 00:00'], {}, 'date').remarks).toEqual([
      `column "${location.heading}" is read as days, without the time of '2025-03-07 10:15:30' in row 2`,
    ])
    expect(readDays(['2025-03-07 00:00', '2025-03-07 23:59:59'], {}, 'date').remarks).toEqual([])
    expect(readDays(['0', '1'], { hours: 'end' }, 'hour').problems[0]).toContain(
      'from 1 to 24: hours are read by their ends',
    )
  })

  test('an hour that is none in its zone is refused, and the end of an hour is converted as such', () => {
    const read = (text: string, zone: string, hours: 'end' | null = null) =>
      keyReaders.hour(text, '2025-03-07', { order: 'DD/MM/YYYY', zone, hours, times: null })
    expect(read('2025-03-07 14:00Z', 'Asia/Kolkata')).toMatchObject({
      error: expect.stringContaining("'2025-03-07 14:00Z' is not a full hour") as string,
    })
    expect(read('2025-03-07 14:30+05:30', 'UTC')).toEqual({ key: '2025-03-07T09' })
    expect(read('01:00+00:00', 'UTC', 'end')).toEqual({ key: '2025-03-07T00' })
  })
})
