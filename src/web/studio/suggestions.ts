import { getLocation } from 'jsonc-parser'
import { getLanguageService, type LanguageService, TextDocument } from 'vscode-json-languageservice'
import { type DefinitionKind, type DefinitionText, mergeTexts } from '../../../schemas/api/definitions.ts'
import calendarSchema from '../../../schemas/calendar-definition.schema.json' with { type: 'json' }
import dashboardSchema from '../../../schemas/dashboard-definition.schema.json' with { type: 'json' }
import datasetSchema from '../../../schemas/dataset-definition.schema.json' with { type: 'json' }
import reportSchema from '../../../schemas/report-definition.schema.json' with { type: 'json' }
import scheduleSchema from '../../../schemas/schedule-definition.schema.json' with { type: 'json' }
import { functions } from '../../definition/expressions/compile-expression.ts'
import { grains } from '../../time/grains.ts'
import type { Drafted } from './draft-checks.ts'

const schemas: Readonly<Record<DefinitionKind, object>> = {
  reports: reportSchema,
  datasets: datasetSchema,
  dashboards: dashboardSchema,
  schedules: scheduleSchema,
  calendars: calendarSchema,
}

/** A text that can be written at a position. */
export interface Suggestion {
  readonly label: string
  readonly detail: string
  /** The text that replaces the characters from `from` to `to`. */
  readonly insert: string
  readonly from: number
  readonly to: number
}

/** A position in a file. */
export interface Position extends Drafted {
  readonly file: DefinitionText
  readonly offset: number
}

const service: LanguageService = getLanguageService({ clientCapabilities: {} })
service.configure({
  schemas: Object.entries(schemas).map(([kind, schema]) => ({
    uri: `schema:${kind}`,
    fileMatch: [`/${kind}/*.json`],
    schema,
  })),
})

function parse({ kind, name, text }: DefinitionText) {
  const document = TextDocument.create(`file:///${kind}/${name}.json`, 'json', 0, text)
  return { document, json: service.parseJSONDocument(document) }
}

/** Lists what can be written at a position: names of the definitions, or keys and values of the schema. */
export async function suggest(position: Position): Promise<readonly Suggestion[]> {
  const named = suggestNames(position)
  if (named.length > 0) return named
  const { document, json } = parse(position.file)
  const { offset } = position
  const list = await service.doComplete(document, document.positionAt(offset), json)
  return (list?.items ?? []).map(({ label, documentation, insertText, textEdit }) => {
    const range = textEdit !== undefined && 'range' in textEdit ? textEdit.range : undefined
    return {
      label,
      detail: readMarkup(documentation),
      insert: textEdit?.newText ?? insertText ?? label,
      from: range === undefined ? offset : document.offsetAt(range.start),
      to: range === undefined ? offset : document.offsetAt(range.end),
    }
  })
}

/** Describes the key or value at a position by the schema; empty if it says nothing. */
export async function describe({ file, offset }: Position): Promise<string> {
  const { document, json } = parse(file)
  const hover = await service.doHover(document, document.positionAt(offset), json)
  const contents = hover?.contents
  return [contents].flat().map(readMarkup).filter(Boolean).join('\n')
}

const readMarkup = (markup: unknown): string => {
  const text = typeof markup === 'object' && markup !== null && 'value' in markup ? markup.value : markup
  return typeof text === 'string' ? text.replaceAll(/\\([^\w\s])/g, '$1') : ''
}

/** Suggests the names of tables, measures and dimensions where a text of a definition names one. */
function suggestNames({ file, offset, texts, drafts }: Position): readonly Suggestion[] {
  const { path, previousNode: node, isAtPropertyKey } = getLocation(file.text, offset)
  if (isAtPropertyKey || node?.type !== 'string') return []
  const [start, end] = [node.offset + 1, node.offset + node.length - 1]
  if (offset < start || offset > end) return []
  const tables = mergeTexts(texts, drafts).filter(({ kind }) => kind === 'datasets')
  const whole = (detail: string) => (label: string) => ({
    label,
    detail,
    insert: label,
    from: start,
    to: end,
  })
  const key = path.findLast((part) => typeof part === 'string')
  if (key === 'dataset') return tables.map(({ name }) => name).map(whole('table'))
  const { measures, dimensions, joined } = readTable(file, tables)
  if (key === 'dimension') return dimensions.map(whole('dimension'))
  if (key === 'by') return [...dimensions.map(whole('dimension')), ...Object.keys(grains).map(whole('time'))]
  if (key === 'columns') return measures.map(whole('measure'))
  if (key !== 'value') return []
  const from = offset - (/[\w.-]*$/.exec(file.text.slice(start, offset))?.[0].length ?? 0)
  const part =
    (detail: string, ending = '') =>
    (label: string) => ({ ...whole(detail)(label), insert: label + ending, from, to: offset })
  return [
    ...measures.map(part('measure')),
    ...joined.map(part('measure of another table')),
    ...dimensions.map(part('dimension')),
    ...Object.entries(functions).map(([name, { operands, summary }]) =>
      part(`${name}(${operands}): ${summary}`, '(')(name),
    ),
  ]
}

interface Names {
  readonly measures: readonly string[]
  readonly dimensions: readonly string[]
  /** The measures of tables in `with`, after their names. */
  readonly joined: readonly string[]
}

/** Reads the names that a definition can use: those of the table that it asks, or its own. */
function readTable(file: DefinitionText, tables: readonly DefinitionText[]): Names {
  const { dataset, with: others } = readData(file.text)
  const find = (id: string) => tables.find(({ name }) => name === id)?.text ?? ''
  const own = readNames(file.kind === 'datasets' ? file.text : find(dataset))
  const joined = others.flatMap(([alias, id]) =>
    readNames(find(id)).measures.map((name) => `${alias}.${name}`),
  )
  return { ...own, joined }
}

const DATASET = /"dataset"\s*:\s*"([^"]*)"/
const NAMED_TABLE = /"([\w-]+)"\s*:\s*\{\s*"dataset"\s*:\s*"([^"]*)"/g

/** Reads which tables a report asks, of a text that need not be valid. */
function readData(text: string) {
  const tables = [...text.matchAll(NAMED_TABLE)].map(([, alias = '', id = '']) => [alias, id] as const)
  const [asked] = tables.filter(([alias]) => alias === 'data')
  return {
    dataset: asked?.[1] ?? DATASET.exec(text)?.[1] ?? '',
    with: tables.filter(([alias]) => alias !== 'data'),
  }
}

const getNames = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const name = 'id' in entry ? entry.id : 'field' in entry ? entry.field : undefined
    return typeof name === 'string' ? [name] : []
  })

function readNames(text: string): { measures: readonly string[]; dimensions: readonly string[] } {
  try {
    const { measures, dimensions } = JSON.parse(text) as Readonly<Record<string, unknown>>
    return { measures: getNames(measures), dimensions: getNames(dimensions) }
  } catch {
    return { measures: [], dimensions: [] }
  }
}
