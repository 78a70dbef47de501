import type { DatasetPlan, GroupMeasure } from '../../../dataset/dataset-plan.ts'
import { fillLabels } from '../../../report/model/name-pattern.ts'
import type { ReportPlan } from '../../../report/model/report-plan.ts'
import { normalizeHeader } from '../../../reading/cells.ts'
import { findNameError } from '../../../reading/names.ts'

/** Returns the stored name for the heading of a column that the definition does not fix, or why it is not accepted. */
export type ParseName = (heading: string) => { readonly name: string } | { readonly error: string }

/** Limit of names per period: all of them are in one response. */
export const MAX_NAMES = 2_000

/** Adds the article to a noun: `a name`, `an area`. */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** Builds the parser of dynamic columns; null for a dataset that has none. */
export function buildNameParser(
  { group, demo, response }: DatasetPlan,
  screens: readonly ReportPlan[],
): ParseName | null {
  if (group === null) return null
  const [example = null] = demo === null || 'average' in demo ? [] : Object.keys(demo.names)
  const parse =
    group.kind === 'list'
      ? buildListParser(group, [...group.reserved, ...response.leading.map(({ name }) => name)])
      : buildPatternParser(group, example, screens)
  return (written) => {
    // Names are stored in the composed form of Unicode.
    const heading = written.normalize('NFC')
    const error = findNameError(heading)
    return error === null ? parse(heading) : { error }
  }
}

/** Builds the parser of a list, which accepts any name except those of fixed fields. */
function buildListParser({ noun }: GroupMeasure, fields: readonly string[]): ParseName {
  const fixed = new Set(fields.map(normalizeHeader))
  return (name) =>
    fixed.has(normalizeHeader(name))
      ? { error: `is the name of a fixed field and cannot be ${withArticle(noun)} here` }
      : { name }
}

type Pattern = Extract<GroupMeasure, { kind: 'pattern' }>
/** Contains the words of a name, by placeholder. */
type Words = ReadonlyMap<string, string>

const PLACEHOLDER = /\{([A-Za-z]+)(?::[a-z0-9]+)?\}/g
const listPlaceholders = (template: string) =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
const listTexts = (template: string) => template.split(PLACEHOLDER).filter((_, index) => index % 2 === 0)
const escapeRegExp = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/**
 * Names of a pattern such as `{source}_to_{destination}`, written as stored or as a report labels them (`North → South`).
 * They are stored in lower case.
 */
function buildPatternParser(
  { pattern, noun, spellings }: Pattern,
  demoName: string | null,
  screens: readonly ReportPlan[],
): ParseName {
  const shownColumns = screens.flatMap(({ columns }) =>
    columns.flatMap((column) => (column.kind === 'pattern' && column.pattern === pattern ? [column] : [])),
  )
  const separators = [...listTexts(pattern).slice(1, -1), '→']
  const matchers = [
    createMatcher(pattern),
    ...shownColumns.filter(({ label }) => hasEach(label, pattern)).map(({ label }) => createMatcher(label)),
  ]
  const stored = new Map([
    ...shownColumns.flatMap(({ labels }) =>
      Object.entries(labels).map(([word, label]) => [normalizeHeader(label), word] as const),
    ),
    ...Object.entries(spellings).flatMap(([written, word]) =>
      [written, word].map((one) => [normalizeHeader(one), word] as const),
    ),
  ])
  const read = (heading: string): Words | null => {
    for (const match of matchers) {
      const words = match(heading, (word) => stored.get(normalizeHeader(word)) ?? word.trim().toLowerCase())
      // A word that contains a separator would make another name.
      const isGood = (word: string) => word !== '' && !separators.some((text) => word.includes(text))
      if (words !== null && [...words.values()].every(isGood)) return words
    }
    return null
  }
  const join = (words: Words) => pattern.replaceAll(PLACEHOLDER, (_, name: string) => words.get(name) ?? '')
  const example = demoName ?? pattern.replaceAll(/[{}]/g, '')
  const words = read(example) ?? new Map<string, string>()
  const labels = shownColumns.map((column) => fillLabels(column.label, words, column.labels))
  const allowed = [...new Set([example, ...labels])].join(' or ')
  return (heading) => {
    const parsedWords = read(heading)
    if (parsedWords === null) return { error: `is not a valid ${noun}; write ${allowed}` }
    // Workbooks may have headings in capital letters, which must convert back to the same name.
    const back = join(
      new Map([...parsedWords].map(([name, word]) => [name, word.toUpperCase().toLowerCase()])),
    )
    return back === join(parsedWords)
      ? { name: back }
      : { error: `cannot be imported: its capital letters convert back to other letters; write ${back}` }
  }
}

const hasEach = (label: string, pattern: string) =>
  listPlaceholders(label).toSorted().join(' ') === listPlaceholders(pattern).toSorted().join(' ')

/** Matches a heading with a template; `convert` gets each word. */
function createMatcher(template: string) {
  const names = listPlaceholders(template)
  const expression = new RegExp(`^${listTexts(template).map(escapeRegExp).join('(.+?)')}$`, 'isu')
  return (heading: string, convert: (word: string) => string): Words | null => {
    const found = expression.exec(heading)
    return found && new Map(names.map((name, index) => [name, convert(found[index + 1] ?? '')]))
  }
}
