import type { DatasetPlan, GroupMeasure } from '../../../definition/datasets/dataset-plan.ts'
import { fillLabels } from '../../../report/columns.ts'
import type { ReportPlan } from '../../../report/plan.ts'
import type { DynamicColumns } from './import-target.ts'
import { normalizeHeader, unique } from './cells.ts'

/** The names of a period all stand in one answer, which more would make slow for everyone. */
export const MAX_NAMES = 2_000

/** So long that every name fits, and short enough for the index of every engine. */
const LONGEST = 500

/** Why a text can be no name; null where it can. */
export function findNameError(name: string): string | null {
  if (name.length > LONGEST) return `has ${name.length} characters; a name has at most ${LONGEST}`
  if (/\p{Cc}|[\p{Zl}\p{Zp}]/u.test(name)) return 'holds a line break or another control character'
  return /\p{C}/u.test(name) ? 'holds an invisible character; type the name anew' : null
}

/** `a name`, `an area`. */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The free columns of a dataset; `fields` are the headings that mean something else. */
export function buildDynamicColumns(
  { group, demo }: DatasetPlan,
  screens: readonly ReportPlan[],
  fields: readonly string[],
): DynamicColumns | null {
  if (group === null) return null
  const made = demo === null || 'average' in demo ? [] : Object.keys(demo.names)
  return group.kind === 'list' ? listed(group, made, fields) : patterned(group, made, screens)
}

/** Names of a list are any but those of fixed fields; each is kept as it is written, in Unicode's composed form (NFC). */
function listed(
  group: Extract<GroupMeasure, { kind: 'list' }>,
  made: readonly string[],
  fields: readonly string[],
): DynamicColumns {
  const { noun, min, max, decimals } = group
  const fixed = new Set([...group.reserved, ...fields].map(normalizeHeader))
  return {
    noun,
    min,
    max,
    decimals,
    examples: made.length > 0 ? made : [`Some ${noun}`],
    nameOf: (written) => {
      const heading = written.normalize('NFC')
      const fault = findNameError(heading)
      if (fault !== null) return { fault }
      return fixed.has(normalizeHeader(heading))
        ? { fault: `is the name of a fixed field and cannot be ${withArticle(noun)} here` }
        : { name: heading }
    },
  }
}

/** Names of a pattern are kept in small letters, however they are written. */
function patterned(
  group: Extract<GroupMeasure, { kind: 'pattern' }>,
  made: readonly string[],
  screens: readonly ReportPlan[],
): DynamicColumns {
  const { noun, min, max, decimals } = group
  const { read, readBack } = createNameParser(group, screens)
  const words = group.pattern.replaceAll(/[{}]/g, '')
  const examples = made.length > 0 ? made : [words]
  const [example = words] = examples
  const parts = new Map(read(example)?.parts ?? [])
  const labels = screens.flatMap(({ columns }) =>
    columns.flatMap((column) =>
      column.kind === 'pattern' && column.pattern === group.pattern
        ? [fillLabels(column.label, parts, column.labels)]
        : [],
    ),
  )
  const shown = unique([example, ...labels])
  return {
    noun,
    min,
    max,
    decimals,
    examples,
    nameOf: (written) => {
      const heading = written.normalize('NFC')
      const fault = findNameError(heading)
      if (fault !== null) return { fault }
      const found = read(heading)
      if (found === null) return { fault: `is no ${noun}; write ${shown.join(' or ')}` }
      // Workbooks may head names in capital letters, from which the name must follow.
      const back = readBack(found.parts)
      return back === found.name
        ? { name: found.name }
        : { fault: `cannot be kept: its capital letters read back as others; write ${back}` }
    },
  }
}

type Pattern = Extract<GroupMeasure, { kind: 'pattern' }>

/** A name and the words that it is made of, each by its placeholder. */
export interface PatternName {
  readonly name: string
  readonly parts: readonly (readonly [placeholder: string, word: string])[]
}

interface PatternNames {
  /** The name that a heading means; null where it means none. */
  readonly read: (heading: string) => PatternName | null
  /** The name as it is read from its capital letters. */
  readonly readBack: (parts: PatternName['parts']) => string
}

const PLACEHOLDER = /\{([A-Za-z]+)(?::[a-z0-9]+)?\}/g
const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/**
 * Reads names of a form such as `{source}_to_{destination}`: as they are, with an arrow or the bare words of the text
 * between (`North → South`, `North to South`), or as a report labels them.
 */
function createNameParser({ pattern, spellings }: Pattern, screens: readonly ReportPlan[]): PatternNames {
  const shown = screens.flatMap(({ columns }) =>
    columns.flatMap((column) => (column.kind === 'pattern' && column.pattern === pattern ? [column] : [])),
  )
  const placeholders = [...pattern.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  const texts = pattern.split(PLACEHOLDER).filter((_, index) => index % 2 === 0)
  const between = texts.slice(1, -1)
  const forms = [
    formOf(placeholders, between),
    ...shown.flatMap(({ label }) => labelForm(label, placeholders)),
  ]
  const stored = storedWords(
    spellings,
    shown.flatMap(({ labels }) => Object.entries(labels)),
  )

  const nameOf = (words: readonly string[]) =>
    words.reduce((name, word, index) => `${name}${between[index - 1] ?? ''}${word}`)
  const read = (heading: string): PatternName | null => {
    for (const form of forms) {
      const words = form(heading)?.map(stored)
      // A word that holds the text between would make another name.
      const isGood = words?.every(
        (word) => word !== '' && ![...between, '→'].some((text) => word.includes(text)),
      )
      if (words === undefined || isGood !== true) continue
      return { name: nameOf(words), parts: placeholders.map((name, index) => [name, words[index] ?? '']) }
    }
    return null
  }
  return {
    read,
    readBack: (parts) => nameOf(parts.map(([, word]) => word.toUpperCase().toLowerCase())),
  }
}

type Form = (heading: string) => readonly string[] | undefined

/** The form of the pattern itself; an arrow, or the bare words of a text, may stand for each text between. */
function formOf(placeholders: readonly string[], between: readonly string[]): Form {
  const separators = between.map((text) => {
    const bare = text.replaceAll(/^_+|_+$/g, '')
    const spoken = bare === text || bare === '' ? [] : [String.raw`\s+${escaped(bare)}\s+`]
    // Bare letters could stand in any word, and separate words only as they are written.
    return new RegExp([escaped(text), ...spoken].join('|'), /^\w*_/.test(text) ? 'iu' : 'u')
  })
  return (heading) => {
    const words: string[] = []
    let rest = heading
    for (const separator of separators) {
      const arrow = rest.indexOf('→')
      const found = arrow >= 0 ? { index: arrow, length: 1 } : placeOf(separator, rest)
      if (found === null) return undefined
      words.push(rest.slice(0, found.index))
      rest = rest.slice(found.index + found.length)
    }
    words.push(rest)
    // A single text between must be the only one.
    const isWhole = separators.every((separator) => !separator.test(rest)) && !rest.includes('→')
    return isWhole && words.length === placeholders.length ? words : undefined
  }
}

function placeOf(separator: RegExp, text: string): { index: number; length: number } | null {
  const found = separator.exec(text)
  return found === null ? null : { index: found.index, length: found[0].length }
}

/** The form of a report's label, where it shows every word. */
function labelForm(label: string, placeholders: readonly string[]): Form[] {
  const names = [...label.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  if (names.length !== placeholders.length || placeholders.some((name) => !names.includes(name))) return []
  const texts = label.split(PLACEHOLDER).filter((_, index) => index % 2 === 0)
  const form = new RegExp(`^${texts.map(escaped).join('(.+?)')}$`, 'su')
  return [
    (heading) => {
      const found = form.exec(heading)
      if (found === null) return undefined
      return placeholders.map((name) => found[names.indexOf(name) + 1] ?? '')
    },
  ]
}

/** How a written word is stored: by the spellings of the definition and the words of reports, in small letters. */
function storedWords(
  spellings: Pattern['spellings'],
  words: readonly (readonly [stored: string, shown: string])[],
): (word: string) => string {
  const known = new Map(
    Object.entries(spellings).flatMap(([written, stored]) =>
      unique([written, stored]).map((one) => [normalizeHeader(one), stored] as const),
    ),
  )
  const shown = new Map(words.map(([stored, label]) => [label.toLowerCase(), stored]))
  return (written) => {
    const word = written.trim().toLowerCase()
    return known.get(normalizeHeader(word)) ?? shown.get(word) ?? word
  }
}
