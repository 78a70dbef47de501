import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getDimensionValues } from '../../src/dataset/record-keys.ts'
import { FileError } from '../../src/reading/errors.ts'
import { parseChoices } from '../../src/server/data/imports/import-options.ts'
import { readImport } from '../../src/server/data/imports/import-reader.ts'
import { buildTargets } from '../../src/server/data/imports/import-target.ts'
import { compileSources } from '../support/questions.ts'

const datasets = compileSources(
  ['date', 'hour'].map((kind) => ({
    id: `${kind}s`,
    time: { kind, field: 'time' },
    dimensions: [{ field: 'carrier' }],
    measures: ['net', 'rate', 'talk'].map((field) => ({ field, label: field, min: -1e12, max: 1e12 })),
  })),
)
const targets = buildTargets({ datasets, reports: [] })

interface Row {
  /** Hours since 1970. */
  readonly hour: number
  readonly carrier: string
  /** In hundredths; null for none. */
  readonly net: number | null
  readonly rate: number
  /** In seconds. */
  readonly talk: number
}

const names = ['Télécom Été', 'Baobab', 'Ångström & Söhne', 'Glo', '0071', 'A, "B"; C', "D'Or"] as const
const row: fc.Arbitrary<Row> = fc.record({
  hour: fc.integer({ min: 350_000, max: 560_000 }),
  carrier: fc.constantFrom(...names),
  net: fc.option(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), { freq: 5 }),
  rate: fc.integer({ min: -9999, max: 99_999 }),
  talk: fc.integer({ min: 0, max: 900_000 }),
})

const two = (value: number) => String(value).padStart(2, '0')
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** How days are written, with the choice of their order. */
const days: readonly (readonly [string | null, (day: number, month: number, year: number) => string])[] = [
  ['day-first', (day, month, year) => `${two(day)}/${two(month)}/${year}`],
  ['day-first', (day, month, year) => `${day}.${month}.${year}`],
  ['day-first', (day, month, year) => `${two(day)}-${two(month)}-${year}`],
  ['month-first', (day, month, year) => `${month}/${day}/${year}`],
  [null, (day, month, year) => `${year}-${two(month)}-${two(day)}`],
  [null, (day, month, year) => `${year}/${two(month)}/${two(day)}`],
  [null, (day, month, year) => `${year}${two(month)}${two(day)}`],
  [null, (day, month, year) => `${day}-${months[month - 1]}-${year}`],
  ['day-first', (day, month, year) => `${two(day)}.${two(month)}.${two(year % 100)}`],
  ['year-first', (day, month, year) => `${two(year % 100)}-${two(month)}-${two(day)}`],
]

/** How hours are written: in the column of the day, with an offset of minutes from UTC, or in a column of their own. */
const clocks = ['stamp', 'seconds', 'half', 'offset', 'start', 'end', 'clock'] as const

/** How names are written. */
const encodings = ['utf8', 'utf8-mark', 'utf16le', 'utf16le-plain', 'utf16be', 'windows-1252'] as const

const writing = fc.record({
  day: fc.constantFrom(...days),
  clock: fc.constantFrom(...clocks),
  offset: fc.constantFrom(0, 60, -300, 330, -210),
  zone: fc.constantFrom('Africa/Lagos', 'UTC', 'Asia/Kolkata'),
  signs: fc.constantFrom(
    ...(['.,', '. ', '.\u00A0', '.\u202F', '.’', '.', ',.', ', ', ',\u202F', ",'", ','] as const),
  ),
  decimals: fc.constantFrom(0, 1, 2),
  negative: fc.constantFrom('-', '−', '()', '( )', 'end'),
  percent: fc.constantFrom('', '%', ' %'),
  percents: fc.constantFrom('points', 'parts'),
  fraction: fc.boolean(),
  unit: fc.constantFrom('seconds', 'minutes', 'hours'),
  blank: fc.constantFrom('', '-', 'NA', '#N/A', 'null'),
  delimiter: fc.constantFrom(',', ';', '\t'),
  end: fc.constantFrom('\n', '\r\n'),
  encoding: fc.constantFrom(...encodings),
})
type Writing = typeof writing extends fc.Arbitrary<infer W> ? W : never

/** Writes a number of hundredths. */
function writeNumber(value: number, decimals: number, { signs: [point, group = ''], negative }: Writing) {
  const [whole = '', part = ''] = (Math.abs(value) / 100).toFixed(decimals).split('.')
  const text = `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group)}${part && `${point}${part}`}`
  if (value >= 0) return { text, wrap: (inner: string) => inner }
  const wraps: Readonly<Record<typeof negative, (inner: string) => string>> = {
    '-': (inner) => `-${inner}`,
    '−': (inner) => `−${inner}`,
    '()': (inner) => `(${inner})`,
    '( )': (inner) => `( ${inner} )`,
    end: (inner) => (inner.endsWith('%') ? `-${inner}` : `${inner}-`),
  }
  return { text, wrap: wraps[negative] }
}

/** Writes the cells of a row: its time, carrier and amounts. */
function writeRow(row: Row, kind: 'date' | 'hour', writing: Writing): string[] {
  const { day, clock, offset, percent, blank, decimals } = writing
  const shown = clock === 'offset' && kind === 'hour' ? offset : 0
  const time = new Date(row.hour * 3_600_000 + shown * 60_000)
  const hour = time.getUTCHours()
  const date = day[1](time.getUTCDate(), time.getUTCMonth() + 1, time.getUTCFullYear())
  const clockText = `${two(hour)}:${two(time.getUTCMinutes())}`
  const sign = offset < 0 ? '-' : '+'
  const zone = `${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  const times: Readonly<Record<(typeof clocks)[number], readonly string[]>> = {
    stamp: [`${date} ${clockText}`],
    seconds: [`${date} ${clockText}:00.000`],
    half: [`${date} ${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`],
    offset: [`${date} ${clockText}:00${zone}`],
    start: [date, String(hour)],
    end: [date, String(hour + 1)],
    clock: [date, `${hour}:00`],
  }
  const net = row.net === null ? null : writeNumber(row.net, decimals, writing)
  const rate = writeNumber(row.rate, 2, writing)
  const talk = row.talk + (writing.fraction ? 0.5 : 0)
  const [hours, minutes] = [Math.floor(talk / 3600), Math.floor((talk % 3600) / 60)]
  return [
    ...(kind === 'date' ? [date] : times[clock]),
    row.carrier,
    net === null ? blank : net.wrap(net.text),
    rate.wrap(`${rate.text}${percent}`),
    `${hours}:${two(minutes)}:${two(Math.floor(talk % 60))}${writing.fraction ? '.5' : ''}`,
  ]
}

function encode(text: string, encoding: (typeof encodings)[number]): Uint8Array {
  if (encoding === 'utf8') return Buffer.from(text)
  if (encoding === 'utf8-mark') return Buffer.from(`\uFEFF${text}`)
  if (encoding === 'windows-1252')
    return Buffer.from(
      text.replaceAll('’', '\u0092').replaceAll('\u202F', '\u00A0').replaceAll('−', '-'),
      'latin1',
    )
  const wide = Buffer.from(encoding === 'utf16le-plain' ? text : `\uFEFF${text}`, 'utf16le')
  return encoding === 'utf16be' ? wide.swap16() : wide
}

/** The records that rows mean: time, carrier and amounts, in the order of the file. */
const describeRows = (rows: readonly Row[], kind: 'date' | 'hour', writing: Writing, zone: string | null) =>
  rows.map(({ hour, carrier, net, rate, talk }) => {
    const ahead = zone === 'Africa/Lagos' ? 60 : zone === 'Asia/Kolkata' ? 330 : 0
    const minutes =
      kind === 'hour' && writing.clock === 'offset' ? (zone === null ? writing.offset : ahead) : 0
    const time = new Date(hour * 3_600_000 + minutes * 60_000).toISOString()
    const isPart = writing.percent !== '' && writing.percents === 'parts'
    const seconds = talk + (writing.fraction ? 0.5 : 0)
    return [
      time.slice(0, kind === 'date' ? 10 : 16),
      carrier,
      net === null
        ? null
        : Number((Math.sign(net) * Number((Math.abs(net) / 100).toFixed(writing.decimals))).toFixed(2)) + 0,
      Number((rate / (isPart ? 10_000 : 100)).toPrecision(12)),
      Number((seconds / { seconds: 1, minutes: 60, hours: 3600 }[writing.unit]).toPrecision(12)),
    ]
  })

/** Reads a file: its records, or why it is refused. */
async function read(kind: 'date' | 'hour', bytes: Uint8Array, choices: readonly string[]) {
  const target = targets.find(({ dataset }) => dataset.id === `${kind}s`)
  if (target === undefined) throw new Error('no target')
  const parsed = parseChoices(choices, target.dataset.read)
  const options = { values: {}, period: null, sheet: null, replaced: null, choices: parsed }
  try {
    const file = await readImport(target, { name: 'file.csv', bytes }, options)
    const { names: fields, records } = file.parsed
    return records.map(({ key, scope, amounts }) => [
      kind === 'hour' ? `${key}:00` : key,
      ...getDimensionValues(scope),
      ...['net', 'rate', 'talk'].map((field) => {
        const amount = amounts[fields.indexOf(field)] ?? null
        return amount === null ? null : Number(amount.toPrecision(12))
      }),
    ])
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return error.lines().join('\n')
  }
}

/** The refusal of a time that is no hour of its zone. */
const notFull: unknown = expect.stringContaining('is not a full hour')

test('a table written in any of the readings comes back equal, or is refused with a question', async () => {
  const table = fc.record({
    kind: fc.constantFrom('date' as const, 'hour' as const),
    rows: fc.uniqueArray(row, { minLength: 1, maxLength: 12, selector: ({ hour }) => Math.floor(hour / 24) }),
    writing,
  })
  await fc.assert(
    fc.asyncProperty(table, async ({ kind, rows, writing: how }) => {
      const { clock, day, signs, delimiter, end, encoding, percents, unit, zone, blank } = how
      const isSplit = kind === 'hour' && ['start', 'end', 'clock'].includes(clock)
      const heading = kind === 'date' ? ['time'] : isSplit ? ['Date', 'time'] : ['time']
      const quote = (cell: string) => (/[,;\t"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
      const lines = [
        [...heading, 'carrier', 'net', 'rate', 'talk'],
        ...rows.map((one) => writeRow(one, kind, how)),
      ]
      const text = lines.map((cells) => cells.map(quote).join(delimiter)).join(end)
      const bytes = encode(text, encoding)

      const plain = await read(kind, bytes, [`durations=${unit}`, `percents=${percents}`, `blank=${blank}`])
      const meant = describeRows(rows, kind, how, null)
      expect(typeof plain === 'string' && plain !== '' ? meant : plain).toEqual(meant)

      const isConverted = kind === 'hour' && clock === 'offset'
      const chosen = [
        `durations=${unit}`,
        `percents=${percents}`,
        `blank=${blank}`,
        `decimals=${signs[0] === ',' ? 'comma' : 'point'}`,
        ...(day[0] === null ? [] : [`dates=${day[0]}`]),
        ...(kind === 'hour' && clock === 'end' ? ['hours=end'] : []),
        ...(kind === 'hour' && clock === 'start' ? ['hours=start'] : []),
        ...(isConverted ? [`zone=${zone}`] : []),
        ...(encoding === 'windows-1252' ? ['encoding=windows-1252'] : []),
      ]
      const decided = await read(kind, bytes, chosen)
      // Half an hour is no hour of another zone.
      const isHalf = isConverted && zone === 'Asia/Kolkata'
      const wanted = describeRows(rows, kind, how, isConverted ? zone : null)
      expect(decided).toEqual(isHalf ? notFull : wanted)
    }),
    { numRuns: 200 },
  )
})
