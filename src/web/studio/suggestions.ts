import { getLocation, type JSONPath, parse as parseJson } from 'jsonc-parser'
import { getLanguageService, type LanguageService, TextDocument } from 'vscode-json-languageservice'
import { type DefinitionKind, type DefinitionText, mergeTexts } from '../../../schemas/api/definitions.ts'
import calendarSchema from '../../../schemas/calendar-definition.schema.json' with { type: 'json' }
import dashboardSchema from '../../../schemas/dashboard-definition.schema.json' with { type: 'json' }
import datasetSchema from '../../../schemas/dataset-definition.schema.json' with { type: 'json' }
import reportSchema from '../../../schemas/report-definition.schema.json' with { type: 'json' }
import scheduleSchema from '../../../schemas/schedule-definition.schema.json' with { type: 'json' }
import { functions } from '../../definition/expressions/compile-expression.ts'
import { getAtPath } from '../../report/model/report-response.ts'
import { grains } from '../../time/grains.ts'
import type { Drafted } from './draft-checks.ts'

const schemas: Readonly<Record<DefinitionKind, object>> = {
  reports: reportSchema,
  datasets: datasetSchema,
  dashboards: dashboardSchema,
  schedules: scheduleSchema,
  calendars: calendarSchema,
}

export interface Suggestion {
  readonly label: string
  readonly detail: string
  /** The text that replaces the characters from `from` to `to`, as the editor writes a snippet. */
  readonly insert: string
  readonly from: number
  readonly to: number
}

export interface Position extends Drafted {
  readonly file: DefinitionText
  readonly offset: number
}

interface Branches {
  readonly if?: unknown
  readonly then?: unknown
  readonly else?: unknown
  readonly allOf?: readonly Branches[]
  readonly enum?: unknown
  readonly type?: string | readonly string[]
}

/**
 * Offers all branches of a condition: what is written later decides between them. A list of the names of keys says nothing
 * of their values, so that it would complete a key without its quotes or brackets.
 */
function widen(key: string, value: Branches | null): unknown {
  if (key === 'propertyNames' && value?.enum !== undefined) return undefined
  const { if: _, then, else: otherwise, allOf = [], ...rest } = value ?? {}
  if (otherwise !== undefined) return { allOf: [...allOf, rest, { anyOf: [then, otherwise] }] }
  const isByType = allOf.length > 0 && allOf.every((branch) => branch.then !== undefined)
  if (!isByType) return value
  // A key is completed by its first type: a list, and not a reference to the list of another report.
  const type = [rest.type ?? []].flat().toSorted((a, b) => Number(b === 'array') - Number(a === 'array'))
  return { ...rest, type, anyOf: allOf.map((branch) => branch.then) }
}

const service: LanguageService = getLanguageService({
  clientCapabilities: {},
  // The folder of a file decides, whatever its `$schema` names.
  workspaceContext: { resolveRelativePath: (_, file) => `schema:${new URL(file).pathname.split('/')[1]}` },
})
service.configure({
  schemas: Object.entries(schemas).map(([kind, schema]) => ({
    uri: `schema:${kind}`,
    fileMatch: [`/${kind}/*.json`],
    schema: JSON.parse(JSON.stringify(schema), widen),
  })),
})

function parse({ kind, name, text }: DefinitionText) {
  const document = TextDocument.create(`file:///${kind}/${name}.json`, 'json', 0, text)
  return { document, json: service.parseJSONDocument(document) }
}

/** Lists what can be written at a position: names of the definitions, or keys and values of the schema. */
export async function suggest(position: Position): Promise<readonly Suggestion[]> {
  const named = suggestNames(position)
  if (named.some(({ insert }) => !insert.startsWith('"'))) return named
  const { document, json } = parse(position.file)
  const { offset } = position
  const list = await service.doComplete(document, document.positionAt(offset), json)
  const ofSchema = (list?.items ?? []).map(({ label, documentation, insertText, textEdit }) => {
    const range = textEdit !== undefined && 'range' in textEdit ? textEdit.range : undefined
    return {
      label,
      detail: readMarkup(documentation),
      insert: toSnippet(textEdit?.newText ?? insertText ?? label),
      from: range === undefined ? offset : document.offsetAt(range.start),
      to: range === undefined ? offset : document.offsetAt(range.end),
    }
  })
  return [...named, ...ofSchema]
}

/** Writes a snippet of VS Code, such as `"\$id": "${1:a}"` and `$1`, as one of the editor. */
const toSnippet = (text: string): string =>
  text.replaceAll(/\$\{\d+:((?:\\.|[^\\}])*)\}|\$\d+|\\\$/g, (match, written = '') => {
    if (match === '\\$') return '$'
    const name = String(written).replaceAll(/\\(.)/g, '$1')
    const isPlain = name !== '' && !/[{}]/.test(name)
    return isPlain ? `\${1:${name}}` : `\${${name.replaceAll(/[{}]/g, '\\$&')}}`
  })

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

/** Suggests the names of tables, reports, measures, dimensions and columns where a text of a definition names one. */
function suggestNames({ file, offset, texts, drafts }: Position): readonly Suggestion[] {
  const { path, previousNode: node, isAtPropertyKey } = getLocation(file.text, offset)
  const isText = node?.type === 'string' && offset > node.offset && offset < node.offset + node.length
  const [before, word] = /[:[,]\s*([\w.-]*)$/.exec(file.text.slice(0, offset)) ?? []
  if (isAtPropertyKey) return suggestKeys({ file, offset, texts, drafts })
  if (!isText && before === undefined) return []
  const start = isText ? node.offset + 1 : offset - (word ?? '').length
  const end = isText ? node.offset + node.length - 1 : offset
  const names = readNames(file, mergeTexts(texts, drafts), path)
  const offer = (noun: string) => (names[noun] ?? []).map((label) => ({ label, detail: noun, insert: label }))
  const key = path.findLast((part) => typeof part === 'string') ?? ''
  if (key === 'value' && isText) {
    const from = offset - (/[\w.-]*$/.exec(file.text.slice(start, offset))?.[0].length ?? 0)
    const detailed = Object.entries(functions).map(([name, { operands, summary }]) => ({
      label: name,
      detail: `${name}(${operands}): ${summary}`,
      insert: `${name}(`,
    }))
    const named = ['measure', 'measure of another table', 'column', 'dimension'].flatMap(offer)
    const offers = [...new Map([...named, ...detailed].map((item) => [item.label, item])).values()]
    return offers.map((item) => ({ ...item, from, to: offset }))
  }
  // A schedule names by its id what it shows.
  const isShown = key === 'id' && file.kind === 'schedules'
  const shownKind = getAtPath(parseJson(file.text), ['view', 'kind']) ?? ['report', 'dashboard']
  const ofKey = isInJoin(path, 'by') ? ['dimension of the join'] : (named[key] ?? [])
  const wanted = isShown ? [shownKind].flat().map(String) : ofKey
  const quote = isText ? '' : '"'
  return wanted
    .flatMap(offer)
    .map((item) => ({ ...item, insert: `${quote}${item.insert}${quote}`, from: start, to: end }))
}

/** Suggests the dimensions that a key of `where` names, or one of `by` of a join. */
function suggestKeys({ file, offset, texts, drafts }: Position): readonly Suggestion[] {
  const { path, previousNode: node } = getLocation(file.text, offset)
  const isWhere = path.at(-2) === 'where'
  if (!isWhere && !isInJoin(path, 'by')) return []
  const [word = ''] = /[\w.-]*$/.exec(file.text.slice(0, offset)) ?? []
  const from = node?.offset ?? offset - word.length
  const to = node === undefined ? offset : node.offset + node.length
  const noun = isInJoin(path, 'where') ? 'dimension of the join' : 'dimension'
  const value = isWhere ? '["${}"]' : '"${}"'
  const rest = /^\s*:/.test(file.text.slice(to)) ? '' : `: ${value}`
  const names = readNames(file, mergeTexts(texts, drafts), path)[noun] ?? []
  return names.map((label) => ({ label, detail: noun, insert: `"${label}"${rest}`, from, to }))
}

/** Returns true for a key or value of a part of a join, such as `with.fx.by.currency`. */
const isInJoin = (path: JSONPath, part: 'by' | 'where'): boolean =>
  path.at(-2) === part && path.at(-4) === 'with'

/** The names that a text can be, in the singular, by its key. */
const named: Readonly<Record<string, readonly string[]>> = {
  dataset: ['table'],
  calendar: ['calendar'],
  dimension: ['dimension', 'dimension of another table'],
  by: ['dimension', 'time', 'measure of another table'],
  pivot: ['dimension', 'time'],
  columns: ['measure'],
  sort: ['order'],
  column: ['column'],
  scale: ['column'],
  series: ['column'],
  secondAxis: ['column'],
  figure: ['report of a tile'],
  chart: ['report of a tile'],
  table: ['report of a tile'],
}

/** Reads the names that a definition can use, of texts that need not be valid. */
function readNames(
  file: DefinitionText,
  files: readonly DefinitionText[],
  path: JSONPath,
): Readonly<Record<string, readonly string[]>> {
  const read = (kind: DefinitionKind, name: unknown): unknown =>
    parseJson(files.find((text) => text.kind === kind && text.name === name)?.text ?? '')
  const listFiles = (kind: DefinitionKind) =>
    files.filter((text) => text.kind === kind).map(({ name }) => name)
  const definition: unknown = parseJson(file.text)
  const asked = getAtPath(definition, ['data', 'dataset'])
  const table = file.kind === 'datasets' ? definition : read('datasets', asked)
  const joins = { ...getJoins(table), ...getJoins(getAtPath(definition, ['data'])) }
  const readJoin = (name: PropertyKey): unknown => read('datasets', getAtPath(joins, [name, 'dataset']))
  const readJoined = (list: 'measures' | 'dimensions') =>
    Object.keys(joins).flatMap((name) => readIds(readJoin(name), list).map((id) => `${name}.${id}`))
  // The columns of a tile are those of the report that it shows.
  const tile = getAtPath(definition, path.slice(0, 2))
  const shown = ['figure', 'chart', 'table'].map((kind) => getAtPath(tile, [kind]))
  const ofTile = shown.flatMap((name) => readIds(read('reports', name), 'columns'))
  const columns = [...new Set([...readIds(definition, 'columns'), ...ofTile])]
  const reports = listFiles('reports')
  return {
    table: listFiles('datasets'),
    report: reports,
    'report of a tile': file.kind === 'dashboards' ? reports : [],
    dashboard: listFiles('dashboards'),
    calendar: listFiles('calendars'),
    measure: readIds(table, 'measures'),
    'measure of another table': readJoined('measures'),
    dimension: readIds(table, 'dimensions'),
    'dimension of another table': readJoined('dimensions'),
    'dimension of the join': readIds(readJoin(path.at(-3) ?? ''), 'dimensions'),
    column: columns,
    order: columns.flatMap((id) => [id, `-${id}`]),
    time: [...Object.keys(grains), 'hourOfDay', 'weekday'],
  }
}

const getJoins = (part: unknown): object => Object(getAtPath(part, ['with']))

/** Reads the ids of a list: texts, or objects with `id` or `field`. */
function readIds(definition: unknown, key: 'measures' | 'dimensions' | 'columns'): readonly string[] {
  const list = getAtPath(definition, [key])
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    const id = typeof entry === 'string' ? entry : (getAtPath(entry, ['id']) ?? getAtPath(entry, ['field']))
    return typeof id === 'string' && id !== '' ? [id] : []
  })
}
