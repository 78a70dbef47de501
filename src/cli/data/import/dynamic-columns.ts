import type { DatasetPlan, GroupMeasure } from '../../../definition/datasets/dataset-plan.ts'
import { fillLabels } from '../../../report/columns/pattern.ts'
import type { ReportPlan } from '../../../report/plan.ts'
import type { DynamicColumns } from './import-target.ts'
import { normalizeHeader, unique } from './cells.ts'

/** Limit of names per period: all of them are in one response. */
export const MAX_NAMES = 2_000

/** Short enough for the index of both database engines. */
const MAX_NAME_LENGTH = 500

/** Why a text is not a valid name; null if it is. */
export function findNameError(name: string): string | null {
  if (name.length > MAX_NAME_LENGTH)
    return `has ${name.length} characters; a name has at most ${MAX_NAME_LENGTH}`
  if (/\p{Cc}|[\p{Zl}\p{Zp}]/u.test(name)) return 'contains a line break or another control character'
  return /\p{C}/u.test(name) ? 'contains an invisible character; retype the name' : null
}

/** `a name`, `an area`. */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The dynamic columns of a dataset; `fields` are the headings that have another meaning. */
export function buildDynamicColumns(
  { group, demo }: DatasetPlan,
  screens: readonly ReportPlan[],
  fields: readonly string[],
): DynamicColumns | null {
  if (group === null) return null
  const demoNames = demo === null || 'average' in demo ? [] : Object.keys(demo.names)
  return group.kind === 'list'
    ? buildListColumns(group, demoNames, fields)
    : buildPatternColumns(group, demoNames, screens)
}

/** A list accepts any name except those of fixed fields, stored as written in the composed form of Unicode (NFC). */
function buildListColumns(
  group: Extract<GroupMeasure, { kind: 'list' }>,
  demoNames: readonly string[],
  fields: readonly string[],
): DynamicColumns {
  const { noun, min, max, decimals } = group
  const fixed = new Set([...group.reserved, ...fields].map(normalizeHeader))
  return {
    noun,
    min,
    max,
    decimals,
    examples: demoNames.length > 0 ? demoNames : [`Some ${noun}`],
    parseName: (written) => {
      const heading = written.normalize('NFC')
      const error = findNameError(heading)
      if (error !== null) return { error }
      return fixed.has(normalizeHeader(heading))
        ? { error: `is the name of a fixed field and cannot be ${withArticle(noun)} here` }
        : { name: heading }
    },
  }
}

/** Names of a pattern are stored in lower case. */
function buildPatternColumns(
  group: Extract<GroupMeasure, { kind: 'pattern' }>,
  demoNames: readonly string[],
  screens: readonly ReportPlan[],
): DynamicColumns {
  const { noun, min, max, decimals } = group
  const { read, readBack } = createNameParser(group, screens)
  const words = group.pattern.replaceAll(/[{}]/g, '')
  const examples = demoNames.length > 0 ? demoNames : [words]
  const [example = words] = examples
  const parts = new Map(read(example)?.parts ?? [])
  const labels = screens.flatMap(({ columns }) =>
    columns.flatMap((column) =>
      column.kind === 'pattern' && column.pattern === group.pattern
        ? [fillLabels(column.label, parts, column.labels)]
        : [],
    ),
  )
  const spellings = unique([example, ...labels])
  return {
    noun,
    min,
    max,
    decimals,
    examples,
    parseName: (written) => {
      const heading = written.normalize('NFC')
      const error = findNameError(heading)
      if (error !== null) return { error }
      const found = read(heading)
      if (found === null) return { error: `is not a valid ${noun}; write ${spellings.join(' or ')}` }
      // Workbooks may have headings in capital letters, which must convert back to the same name.
      const back = readBack(found.parts)
      return back === found.name
        ? { name: found.name }
        : { error: `cannot be imported: its capital letters convert back to other letters; write ${back}` }
    },
  }
}

type Pattern = Extract<GroupMeasure, { kind: 'pattern' }>

/** A name and the words it consists of, by placeholder. */
export interface PatternName {
  readonly name: string
  readonly parts: readonly (readonly [placeholder: string, word: string])[]
}

interface PatternNames {
  /** The name for a heading; null if the heading does not match. */
  readonly read: (heading: string) => PatternName | null
  /** The name after converting its words to upper case and back. */
  readonly readBack: (parts: PatternName['parts']) => string
}

const PLACEHOLDER = /\{([A-Za-z]+)(?::[a-z0-9]+)?\}/g
const escapeRegExp = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/**
 * Parses names of a pattern such as `{source}_to_{destination}`: as stored, with an arrow or words as separator
 * (`North → South`, `North to South`), or as a report labels them.
 */
function createNameParser({ pattern, spellings }: Pattern, screens: readonly ReportPlan[]): PatternNames {
  const shown = screens.flatMap(({ columns }) =>
    columns.flatMap((column) => (column.kind === 'pattern' && column.pattern === pattern ? [column] : [])),
  )
  const placeholders = [...pattern.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  const texts = pattern.split(PLACEHOLDER).filter((_, index) => index % 2 === 0)
  const separators = texts.slice(1, -1)
  const matchers = [
    matchPattern(placeholders, separators),
    ...shown.flatMap(({ label }) => matchLabel(label, placeholders)),
  ]
  const toStored = createWordLookup(
    spellings,
    shown.flatMap(({ labels }) => Object.entries(labels)),
  )

  const parseName = (words: readonly string[]) =>
    words.reduce((name, word, index) => `${name}${separators[index - 1] ?? ''}${word}`)
  const read = (heading: string): PatternName | null => {
    for (const match of matchers) {
      const words = match(heading)?.map(toStored)
      // A word that contains a separator would make another name.
      const isGood = words?.every(
        (word) => word !== '' && ![...separators, '→'].some((text) => word.includes(text)),
      )
      if (words === undefined || isGood !== true) continue
      return { name: parseName(words), parts: placeholders.map((name, index) => [name, words[index] ?? '']) }
    }
    return null
  }
  return {
    read,
    readBack: (parts) => parseName(parts.map(([, word]) => word.toUpperCase().toLowerCase())),
  }
}

type Matcher = (heading: string) => readonly string[] | undefined

/** Matches the pattern itself; an arrow or the words of a separator may replace each separator. */
function matchPattern(placeholders: readonly string[], texts: readonly string[]): Matcher {
  const separators = texts.map((text) => {
    const bare = text.replaceAll(/^_+|_+$/g, '')
    const spelledOut = bare === text || bare === '' ? [] : [String.raw`\s+${escapeRegExp(bare)}\s+`]
    // Letters alone could be part of any word, so they match in their own case only.
    return new RegExp([escapeRegExp(text), ...spelledOut].join('|'), /^\w*_/.test(text) ? 'iu' : 'u')
  })
  return (heading) => {
    const words: string[] = []
    let rest = heading
    for (const separator of separators) {
      const arrow = rest.indexOf('→')
      const found = arrow >= 0 ? { index: arrow, length: 1 } : findSeparator(separator, rest)
      if (found === null) return undefined
      words.push(rest.slice(0, found.index))
      rest = rest.slice(found.index + found.length)
    }
    words.push(rest)
    // The last word must not contain another separator.
    const isWhole = separators.every((separator) => !separator.test(rest)) && !rest.includes('→')
    return isWhole && words.length === placeholders.length ? words : undefined
  }
}

function findSeparator(separator: RegExp, text: string): { index: number; length: number } | null {
  const found = separator.exec(text)
  return found === null ? null : { index: found.index, length: found[0].length }
}

/** Matches the label of a report, if it shows every word. */
function matchLabel(label: string, placeholders: readonly string[]): Matcher[] {
  const names = [...label.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  if (names.length !== placeholders.length || placeholders.some((name) => !names.includes(name))) return []
  const texts = label.split(PLACEHOLDER).filter((_, index) => index % 2 === 0)
  const pattern = new RegExp(`^${texts.map(escapeRegExp).join('(.+?)')}$`, 'su')
  return [
    (heading) => {
      const found = pattern.exec(heading)
      if (found === null) return undefined
      return placeholders.map((name) => found[names.indexOf(name) + 1] ?? '')
    },
  ]
}

/** Maps a written word to its stored form: by the spellings of the definition and the words of reports, in lower case. */
function createWordLookup(
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
