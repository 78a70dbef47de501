import { type Choices, OF_FILE } from '../../schemas/dataset/reading.ts'
import { getTimeText, type SheetRow } from './cells.ts'
import { type CellLocation, type Question, quoteText } from './errors.ts'
import { ask, type Decision, type Evidence, Evidences, listCells, refuse, remember } from './evidence.ts'
import {
  type DecimalSign,
  decimalSigns,
  findCurrency,
  isDuration,
  isOtherCurrency,
  isPercent,
  listDecimalSigns,
  type NumberReading,
  parseNumber,
  WHOLE,
} from './numbers.ts'

/** How a column of numbers is read. */
export interface NumberDecision extends Decision<NumberReading> {
  /** Says what proves its decimal sign; null if nothing does. */
  readonly proof: string | null
}

/** Numbers that add nothing to what others of a column have shown. */
const USUAL = /^\d+(?:\.(?:\d\d?|\d{4,}))?$/

/** Collects the first texts of a column of numbers that show its signs and units. */
function collectNumbers(rows: readonly SheetRow[], location: CellLocation, blank: readonly string[]) {
  const signs = new Evidences<DecimalSign>(decimalSigns)
  let duration: Evidence | null = null
  let percent: Evidence | null = null
  /** The first number that a spreadsheet shows with a percent sign. */
  let shown: (Evidence & { readonly value: number }) | null = null
  let isPointed = false
  /** The first number of a column that has no sign of a unit. */
  let bare: Evidence | null = null
  const currencies = new Map<string, Evidence>()
  for (const { row, cell, isPercent: isShown } of listCells(rows, location, blank)) {
    if (cell instanceof Date && isDuration(getTimeText(cell))) duration ??= { row, text: getTimeText(cell) }
    if (typeof cell === 'number' && cell !== 0 && isShown)
      shown ??= { row, text: `${Number((100 * cell).toPrecision(12))}%`, value: cell }
    else if (typeof cell === 'number' && cell !== 0) bare ??= { row, text: String(cell) }
    if (typeof cell !== 'string') continue
    const text = cell.trim()
    if (isPointed && bare !== null && USUAL.test(text)) continue
    if (WHOLE.test(text)) {
      if (bare === null && Number(text) !== 0) bare = { row, text }
      continue
    }
    isPointed ||= USUAL.test(text)
    if (isDuration(text)) duration ??= { row, text }
    const allowed = listDecimalSigns(text)
    if (allowed.length === 0) continue
    if (isPercent(text)) percent ??= { row, text }
    else if (Number(text) !== 0) bare ??= { row, text }
    const currency = findCurrency(text)
    if (currency !== null && !currencies.has(currency)) currencies.set(currency, { row, text })
    if (!/[.,]/.test(text)) continue
    const values = decimalSigns.map((sign) => (allowed.includes(sign) ? sign : null))
    signs.add(row, text, values)
  }
  return { signs, duration, percent, shown, bare, currencies }
}

/** Decides how the numbers of a column are read. */
export function decideNumbers(
  rows: readonly SheetRow[],
  location: CellLocation,
  { decimals, blank, ...units }: Choices,
): NumberDecision {
  const { name = OF_FILE } = location
  const remembered = { durations: units.durations?.[name], percents: units.percents?.[name] }
  const durations = remembered.durations ?? units.durations?.[OF_FILE] ?? null
  const percents = remembered.percents ?? units.percents?.[OF_FILE] ?? null
  const { signs, duration, percent, shown, bare, currencies } = collectNumbers(rows, location, blank ?? [])
  const questions: Question[] = []
  if (decimals === null) {
    const describe = (sign: DecimalSign, text: string) =>
      `${sign === '.' ? 'a decimal point' : 'a decimal comma'}: ${parseNumber(text, sign)}`
    const clash =
      'different decimal signs; write them alike, or choose --read decimals=point or --read decimals=comma'
    questions.push(...signs.ask(location, 'decimals', describe, clash))
  }
  const [currency, otherCurrency] = currencies.values()
  if (currency !== undefined && otherCurrency !== undefined) {
    const text = `${quoteText(otherCurrency.text)} and ${quoteText(currency.text)} in row ${currency.row} are of different currencies, which cannot be added; write the currency into a column of its own`
    questions.push(refuse(otherCurrency, location, 'decimals', text))
  }
  const foreign = [...currencies].find(([sign]) => isOtherCurrency(sign, location.unit ?? ''))
  if (foreign !== undefined && otherCurrency === undefined) {
    const [sign, evidence] = foreign
    const text = `${quoteText(evidence.text)} has the sign ${sign}, but the amounts of '${name}' are in ${location.unit}; convert them, or import them into a measure of their own`
    questions.push(refuse(evidence, location, 'decimals', text))
  }
  for (const [key, sign, evidence] of [
    ['percents', 'a percent sign', percent],
    ['durations', 'hours and minutes', duration],
  ] as const) {
    if (bare === null) continue
    const unit = name === OF_FILE ? undefined : remembered[key]
    if (evidence === null && unit === undefined) continue
    const text =
      evidence === null
        ? `${quoteText(bare.text)} has no ${sign.replace('a ', '')}, but the dataset remembers ${key} of this column (${remember(location, key, unit ?? '')}); write it with ${sign}`
        : `${quoteText(evidence.text)} has ${sign}, but ${quoteText(bare.text)} in row ${bare.row} has none; write them alike`
    questions.push(refuse(evidence ?? bare, location, key, text))
  }
  if (shown !== null && (bare !== null || percents === 'points')) {
    const stored = `${quoteText(shown.text)} is the number ${shown.value} in the spreadsheet`
    const text =
      bare !== null
        ? `${stored}, but ${quoteText(bare.text)} in row ${bare.row} is shown without a percent sign; give both cells one format and check their values`
        : `${stored}, but percents of this column are stored as points (${remember(location, 'percents', 'points')}); write it as a text, or without its format as ${Number.parseFloat(shown.text)}`
    questions.push(refuse(shown, location, 'percents', text))
  }
  if (durations === null && duration !== null) {
    const options = (['minutes', 'hours', 'seconds'] as const).map((value) => ({
      value,
      meaning: `stored in ${value}`,
    }))
    questions.push(ask({ row: duration.row, location }, 'durations', quoteText(duration.text), options))
  }
  if (percents === null && percent !== null) {
    const value = parseNumber(percent.text, decimals ?? signs.proven ?? '.') ?? 0
    const options = [
      { value: 'points', meaning: String(value) },
      { value: 'parts', meaning: String(Number((value / 100).toPrecision(15))) },
    ]
    questions.push(ask({ row: percent.row, location }, 'percents', quoteText(percent.text), options))
  }
  const read = decimals ?? signs.proven ?? '.'
  const isSaid = decimals === null && read === ',' && questions.length === 0
  return {
    reading: {
      decimals: read,
      blank,
      durations: duration === null ? null : durations,
      percents: percent === null ? null : percents,
    },
    questions,
    remarks: isSaid ? [`column "${location.heading}": the comma is read as the decimal sign`] : [],
    proof:
      signs.proof === null
        ? null
        : `column "${location.heading}" has a decimal ${read === '.' ? 'point' : 'comma'}: ${quoteText(signs.proof.text)}`,
  }
}

/** Collects the questions about numbers; a question of decimal signs shows what another column proves. */
export function listNumberQuestions(columns: readonly NumberDecision[]): readonly Question[] {
  const [proof] = columns.flatMap((column) => column.proof ?? [])
  return columns
    .flatMap(({ questions }) => questions)
    .map((question) =>
      proof === undefined || question.key !== 'decimals' || question.options.length === 0
        ? question
        : { ...question, text: `${question.text}; ${proof}` },
    )
}
