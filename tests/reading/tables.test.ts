import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { getDimensionValues } from '../../src/dataset/record-keys.ts'
import { FileError } from '../../src/reading/errors.ts'
import { parseChoices } from '../../src/server/data/imports/import-options.ts'
import { readImport } from '../../src/server/data/imports/import-reader.ts'
import { buildTargets } from '../../src/server/data/imports/import-target.ts'
import { compileSources } from '../support/questions.ts'

const kinds = ['quarter-hour', 'hour', 'date', 'week', 'month', 'quarter', 'year'] as const
type Kind = (typeof kinds)[number]
const labels = { net: 'Traffic net', rate: 'Traffic rate', talk: 'talk' }
const datasets = compileSources(
  kinds.map((kind) => ({
    id: `${kind}s`,
    time: { kind, field: 'time' },
    dimensions: [{ field: 'carrier' }],
    measures: Object.entries(labels).map(([field, label]) => ({ field, label, min: -1e12, max: 1e12 })),
  })),
)
const targets = buildTargets({ datasets, reports: [] })

interface Row {
  /** Hours since 1970. */
  readonly hour: number
  /** The quarter of the hour, from 0. */
  readonly quarter: number
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
  quarter: fc.integer({ min: 0, max: 3 }),
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

/** How months are written, and whether a spreadsheet stores the number or the first day. */
const monthTexts: readonly (readonly [(month: number, year: number) => string, 'number' | 'day'])[] = [
  [(month, year) => `${year}${two(month)}`, 'number'],
  [(month, year) => `${year}-${two(month)}`, 'day'],
  [(month, year) => `${months[month - 1]}-${two(year % 100)}`, 'day'],
  [(month, year) => `${months[month - 1]} ${year}`, 'day'],
  [(month, year) => `${two(month)}/${year}`, 'day'],
]

/** How weeks are written. */
const weekTexts: readonly ((week: number, year: number) => string)[] = [
  (week, year) => `${year}-W${two(week)}`,
  (week, year) => `${year}W${two(week)}`,
  (week, year) => `W${two(week)} ${year}`,
]

/** How quarters are written. */
const quarterTexts: readonly ((quarter: number, year: number) => string)[] = [
  (quarter, year) => `${year}-Q${quarter}`,
  (quarter, year) => `${year} Q${quarter}`,
  (quarter, year) => `Q${quarter} ${year}`,
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
  month: fc.constantFrom(...monthTexts),
  week: fc.constantFrom(...weekTexts),
  quarter: fc.constantFrom(...quarterTexts),
  /** A workbook has texts, or numbers, dates and elapsed times. */
  file: fc.constantFrom('csv', 'workbook of texts', 'workbook of values'),
  headings: fc.constantFrom('one row', 'two rows', 'repeated'),
  /** The label of a last row with the sums of the others, and whether it is in the first column. */
  total: fc.option(
    fc.record({
      label: fc.constantFrom('Total', 'TOTAL:', 'Grand Total', 'Summe', ''),
      isFirst: fc.boolean(),
    }),
  ),
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

/** A cell as its text, and as the number and format of a spreadsheet. */
interface Written {
  readonly text: string
  readonly value?: number
  readonly format?: string
}

const DAY = 86_400_000
/** Counts the days of a time as a spreadsheet does. */
const countDays = (time: Date): number => time.getTime() / DAY + 25_569

/** Returns the week of ISO 8601 of a day, with its year. */
function getWeek(time: Date): readonly [week: number, year: number] {
  const thursday = new Date(time.getTime() + (3 - ((time.getUTCDay() + 6) % 7)) * DAY)
  const year = thursday.getUTCFullYear()
  return [1 + Math.floor((thursday.getTime() - Date.UTC(year, 0)) / (7 * DAY)), year]
}

const isClock = (kind: Kind): boolean => kind === 'hour' || kind === 'quarter-hour'

/** Returns the time of a row, some minutes ahead of UTC. */
const getTime = ({ hour, quarter }: Pick<Row, 'hour' | 'quarter'>, kind: Kind, ahead = 0): Date =>
  new Date((60 * hour + (kind === 'quarter-hour' ? 15 * quarter : 0) + ahead) * 60_000)

const getQuarter = (time: Date): number => 1 + Math.floor(time.getUTCMonth() / 3)

/** Formats a time as the key of a record. */
function formatKey(time: Date, kind: Kind): string {
  const [week, year] = getWeek(time)
  if (kind === 'week') return `${year}-W${two(week)}`
  if (kind === 'quarter') return `${time.getUTCFullYear()}-Q${getQuarter(time)}`
  const lengths = { 'quarter-hour': 16, hour: 13, date: 10, month: 7, year: 4 }
  return time.toISOString().slice(0, lengths[kind])
}

/** Writes the cells of a time. */
function writeTime(row: Row, kind: Kind, writing: Writing): Written[] {
  const { day, clock, offset, month, week, quarter } = writing
  const time = getTime(row, kind, clock === 'offset' && isClock(kind) ? offset : 0)
  const hour = time.getUTCHours()
  const [year, number] = [time.getUTCFullYear(), time.getUTCMonth() + 1]
  const date = day[1](time.getUTCDate(), number, year)
  const onDay = { value: Math.floor(countDays(time)), format: 'yyyy-mm-dd' }
  if (kind === 'date') return [{ text: date, ...onDay }]
  if (kind === 'week') return [{ text: week(...getWeek(time)) }]
  if (kind === 'quarter') return [{ text: quarter(getQuarter(time), year) }]
  if (kind === 'year') return [{ text: String(year), value: year }]
  if (kind === 'month') {
    const first = { value: countDays(new Date(Date.UTC(year, number - 1))), format: 'mmm-yy' }
    const [write, stored] = month
    return [{ text: write(number, year), ...(stored === 'day' ? first : { value: 100 * year + number }) }]
  }
  const clockText = `${two(hour)}:${two(time.getUTCMinutes())}`
  const sign = offset < 0 ? '-' : '+'
  const zone = `${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  const half = `${hour % 12 === 0 ? 12 : hour % 12}:${two(time.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`
  const atHour = { value: countDays(time), format: 'yyyy-mm-dd hh:mm' }
  const split: Written = { text: date, ...onDay }
  const clockAlone = {
    text: `${hour}:${two(time.getUTCMinutes())}`,
    value: (hour + time.getUTCMinutes() / 60) / 24,
    format: 'h:mm',
  }
  const times: Readonly<Record<(typeof clocks)[number], readonly Written[]>> = {
    stamp: [{ text: `${date} ${clockText}`, ...atHour }],
    seconds: [{ text: `${date} ${clockText}:00.000`, ...atHour }],
    half: [{ text: `${date} ${half}`, ...atHour }],
    offset: [{ text: `${date} ${clockText}:00${zone}` }],
    start: [split, { text: String(hour), value: hour }],
    end: [split, { text: String(hour + 1), value: hour + 1 }],
    clock: [split, clockAlone],
  }
  // A bare number is an hour.
  return [...times[kind === 'quarter-hour' && (clock === 'start' || clock === 'end') ? 'clock' : clock]]
}

/** Writes the cells of the amounts of a row. */
function writeAmounts(row: Pick<Row, 'net' | 'rate' | 'talk'>, writing: Writing): Written[] {
  const { percent, blank, decimals } = writing
  const net = row.net === null ? null : writeNumber(row.net, decimals, writing)
  const rate = writeNumber(row.rate, 2, writing)
  const { talk } = row
  const [hours, minutes] = [Math.floor(talk / 3600), Math.floor((talk % 3600) / 60)]
  return [
    net === null ? { text: blank } : { text: net.wrap(net.text), value: roundNet(row.net ?? 0, decimals) },
    {
      text: rate.wrap(`${rate.text}${percent}`),
      ...(percent === '' ? { value: row.rate / 100 } : { value: row.rate / 10_000, format: '0.00%' }),
    },
    {
      text: `${hours}:${two(minutes)}:${two(Math.floor(talk % 60))}${talk % 1 === 0 ? '' : '.5'}`,
      value: talk / 86_400,
      format: '[h]:mm:ss',
    },
  ]
}

/** Returns the seconds of a row, with half a one if they are fractions. */
const getSeconds = ({ talk }: Row, { fraction }: Writing): number => talk + (fraction ? 0.5 : 0)

/** Rounds hundredths to some decimals, as they are written. */
const roundNet = (net: number, decimals: number): number =>
  Number((Math.sign(net) * Number((Math.abs(net) / 100).toFixed(decimals))).toFixed(2)) + 0

/** Writes the row of the sums. */
function writeTotal(rows: readonly Row[], width: number, writing: Writing): Written[] {
  const sum = (getAmount: (row: Row) => number | null) =>
    rows.reduce((total, row) => total + (getAmount(row) ?? 0), 0)
  const [net, rate] = [sum((row) => row.net), sum((row) => row.rate)]
  const names = Array.from({ length: width }, () => ({ text: '' }))
  names[writing.total?.isFirst === true ? 0 : width - 1] = { text: writing.total?.label ?? '' }
  return [...names, ...writeAmounts({ net, rate, talk: sum((row) => getSeconds(row, writing)) }, writing)]
}

/** Writes the lines of a table: headings, rows, and what else it has. */
function writeLines(rows: readonly Row[], kind: Kind, writing: Writing): Written[][] {
  const records = rows.map((row) => [
    ...writeTime(row, kind, writing),
    { text: row.carrier },
    ...writeAmounts({ ...row, talk: getSeconds(row, writing) }, writing),
  ])
  const isSplit = isClock(kind) && ['start', 'end', 'clock'].includes(writing.clock)
  const names = [...(isSplit ? ['Date', 'time'] : ['time']), 'carrier']
  const write = (...cells: readonly string[]) => cells.map((text) => ({ text }))
  const one = write(...names, ...Object.values(labels))
  const groups = [write(...names, 'Traffic', '', 'talk'), write(...names.map(() => ''), 'net', 'rate', '')]
  const middle = Math.floor(records.length / 2)
  return [
    ...(writing.headings === 'two rows' ? groups : [one]),
    ...records.slice(0, middle),
    ...(writing.headings === 'repeated' ? [one] : []),
    ...records.slice(middle),
    ...(writing.total === null ? [] : [writeTotal(rows, names.length, writing)]),
  ]
}

/** Writes a file of the lines of a table. */
async function writeFile(lines: readonly Written[][], { file, ...writing }: Writing) {
  if (file === 'csv') {
    const quote = ({ text }: Written) => (/[,;\t"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    const text = lines.map((cells) => cells.map(quote).join(writing.delimiter)).join(writing.end)
    return { name: 'file.csv', bytes: encode(text, writing.encoding) }
  }
  const isTyped = file === 'workbook of values'
  const getValue = ({ text, value }: Written) => (isTyped && value !== undefined ? value : text || null)
  const cells = lines.flatMap((line, row) =>
    line.map((cell, column) => {
      const style = isTyped && cell.format !== undefined ? { style: { numFmt: cell.format } } : {}
      return [`${row},${column}`, { value: getValue(cell), ...style }] as const
    }),
  )
  const rows = lines.map((line) => line.map(getValue))
  return {
    name: 'file.xlsx',
    bytes: await writeXlsx({ sheets: [{ name: 'A', rows, cells: new Map(cells) }] }),
  }
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
const describeRows = (rows: readonly Row[], kind: Kind, writing: Writing, zone: string | null) =>
  rows.map((row) => {
    const { carrier, net, rate } = row
    const ahead = zone === 'Africa/Lagos' ? 60 : zone === 'Asia/Kolkata' ? 330 : 0
    const minutes = isClock(kind) && writing.clock === 'offset' ? (zone === null ? writing.offset : ahead) : 0
    const isPart = writing.percent !== '' && writing.percents === 'parts'
    return [
      formatKey(getTime(row, kind, minutes), kind),
      carrier,
      net === null ? null : roundNet(net, writing.decimals),
      Number((rate / (isPart ? 10_000 : 100)).toPrecision(12)),
      Number(
        (getSeconds(row, writing) / { seconds: 1, minutes: 60, hours: 3600 }[writing.unit]).toPrecision(12),
      ),
    ]
  })

type ImportFile = Parameters<typeof readImport>[1]

/** Reads a file: its records and what is said of it, or why it is refused. */
async function read(kind: Kind, written: ImportFile, choices: readonly string[]) {
  const target = targets.find(({ dataset }) => dataset.id === `${kind}s`)
  if (target === undefined) throw new Error('no target')
  const parsed = parseChoices(choices, target.dataset.read)
  const options = { values: {}, period: null, sheet: null, replaced: null, choices: parsed }
  try {
    const file = await readImport(target, written, options)
    const { names: fields, records, remarks } = file.parsed
    const rows = records.map(({ key, scope, amounts }) => [
      key,
      ...getDimensionValues(scope),
      ...Object.keys(labels).map((field) => {
        const amount = amounts[fields.indexOf(field)] ?? null
        return amount === null ? null : Number(amount.toPrecision(12))
      }),
    ])
    return { refusal: null, rows, said: remarks.join('\n') }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return { refusal: error.lines().join('\n'), rows: [], said: '' }
  }
}

/** What is said of a table that has more than headings and rows. */
const listRemarks = ({ headings, total }: Writing) => [
  ...(headings === 'two rows' ? ['are read as one row of headings'] : []),
  ...(headings === 'repeated' ? ['headings are repeated in row'] : []),
  ...(total === null ? [] : ['a total is left out']),
]

test('a table written in any of the readings comes back equal, or is refused with a question', async () => {
  const table = fc.constantFrom(...kinds).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      rows: fc.uniqueArray(row, {
        minLength: 1,
        maxLength: 12,
        selector: (one) => formatKey(getTime(one, kind), isClock(kind) ? 'date' : kind),
      }),
      writing,
    }),
  )
  await fc.assert(
    fc.asyncProperty(table, async ({ kind, rows, writing: how }) => {
      const { clock, day, signs, encoding, percents, percent, unit, zone, blank, file, total } = how
      const written = await writeFile(writeLines(rows, kind, how), how)
      /** Compares what was read with the rows in a zone; an allowed refusal is as good. */
      const compare = (found: Awaited<ReturnType<typeof read>>, to: string | null, allowed: RegExp) => {
        const wanted = { rows: describeRows(rows, kind, how, to), unsaid: [], refusal: null }
        const unsaid = listRemarks(how).filter((remark) => !found.said.includes(remark))
        const { refusal } = found
        const isAllowed = refusal !== null && allowed.test(refusal)
        expect(isAllowed ? wanted : { rows: found.rows, unsaid, refusal }).toEqual(wanted)
      }

      const plain = await read(kind, written, [`durations=${unit}`, `percents=${percents}`, `blank=${blank}`])
      compare(plain, null, /./)

      const isConverted = isClock(kind) && clock === 'offset'
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
      const decided = await read(kind, written, chosen)
      const refusals = [
        // Half an hour is no hour of another zone.
        ...(isConverted && kind === 'hour' && zone === 'Asia/Kolkata' ? ['is not a full hour'] : []),
        // A spreadsheet stores 5% as 0.05.
        ...(file === 'workbook of values' && percent !== '' && percents === 'points'
          ? ['is the number']
          : []),
        // A row without a name can have the sums of the others by chance.
        ...(total?.label === '' ? ['is empty', 'a row without'] : []),
      ]
      compare(decided, isConverted ? zone : null, new RegExp(refusals.join('|') || '^$'))
    }),
    { numRuns: 250 },
  )
})
