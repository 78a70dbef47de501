import { getLocation, type JSONPath, parse as parseJson } from 'jsonc-parser'
import { getLanguageService, type LanguageService, TextDocument } from 'vscode-json-languageservice'
import { type DefinitionKind, type DefinitionText, mergeTexts } from '../../../schemas/api/definitions.ts'
import calendarSchema from '../../../schemas/calendar-definition.schema.json' with { type: 'json' }
import dashboardSchema from '../../../schemas/dashboard-definition.schema.json' with { type: 'json' }
import datasetSchema from '../../../schemas/dataset-definition.schema.json' with { type: 'json' }
import { defaultChartTypes } from '../../../schemas/report/chart-types.ts'
import reportSchema from '../../../schemas/report-definition.schema.json' with { type: 'json' }
import scheduleSchema from '../../../schemas/schedule-definition.schema.json' with { type: 'json' }
import { type FunctionName, functions } from '../../definition/expressions/compile-expression.ts'
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

/** The folder of reports with a chart of their own: only their schema finds that of Vega-Lite, which is large. */
const OWN_CHARTS = 'own-charts'
const VEGA_LITE = 'schema:vega-lite'

const service: LanguageService = getLanguageService({
  clientCapabilities: {},
  // The folder of a file decides, whatever its `$schema` names.
  workspaceContext: {
    resolveRelativePath: (_, file) =>
      file === `schema:${OWN_CHARTS}` ? VEGA_LITE : `schema:${new URL(file).pathname.split('/')[1]}`,
  },
  schemaRequestService: async (uri) => {
    if (uri !== VEGA_LITE) throw new Error(`there is no schema ${uri}`)
    const { default: schema } = await import('vega-lite/vega-lite-schema.json')
    return JSON.stringify(schema)
  },
})
service.configure({
  schemas: Object.entries({ ...schemas, [OWN_CHARTS]: reportSchema }).map(([folder, schema]) => ({
    uri: `schema:${folder}`,
    fileMatch: [`/${folder}/*.json`],
    schema: JSON.parse(JSON.stringify(schema), widen),
  })),
})

const hasOwnChart = ({ kind, text }: DefinitionText): boolean =>
  kind === 'reports' && text.includes('"vegaLite"')

function parse(file: DefinitionText) {
  const folder = hasOwnChart(file) ? OWN_CHARTS : file.kind
  const document = TextDocument.create(`file:///${folder}/${file.name}.json`, 'json', 0, file.text)
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
    const [, called = ''] = OPEN_CALL.exec(file.text.slice(start, offset)) ?? []
    const words = (operandWords[called] ?? []).flatMap(offer)
    const offers = [...new Map([...words, ...named, ...detailed].map((item) => [item.label, item])).values()]
    return offers.map((item) => ({ ...item, from, to: offset }))
  }
  // A schedule names by its id what it shows.
  const isShown = key === 'id' && file.kind === 'schedules'
  const shownKind = getAtPath(parseJson(file.text), ['view', 'kind']) ?? ['report', 'dashboard']
  const ofKey = isInJoin(path, 'by')
    ? ['dimension of the join']
    : (namedIn[file.kind]?.[key] ?? named[key] ?? [])
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
  unit: ['unit'],
}

/** The names that a text can be in definitions of one kind. */
const namedIn: Partial<Readonly<Record<DefinitionKind, typeof named>>> = {
  dashboards: {
    figure: ['report'],
    chart: ['report'],
    table: ['report'],
    tab: ['tab'],
    variant: ['variant'],
    type: ['type of its charts'],
  },
  schedules: { tab: ['tab'], variant: ['variant'], chart: ['type of its charts'] },
}

/** The call at the end of a text whose operands are being written. */
const OPEN_CALL = /(\w+)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*$/

/** The units of a duration. */
const durations = ['s', 'min', 'h']

/** The words that can be operands of a function, by what they are. */
const operandWords: Readonly<Record<string, readonly string[]>> = {
  window: ['unit of time', 'part of a window'],
  running: ['unit of time'],
  each: ['unit of time'],
  previous: ['year before'],
  change: ['year before'],
  contribution: ['period before', 'year before'],
  priceEffect: ['year before'],
  volumeEffect: ['year before'],
  convert: ['unit'],
} satisfies Partial<Record<FunctionName, readonly string[]>>

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
  // A tile or schedule names parts of the report that it shows.
  const [view, shows] =
    file.kind === 'schedules' ? [['view'], ['id']] : [path.slice(0, 2), ['figure', 'chart', 'table']]
  const shown = shows.map((key) => read('reports', getAtPath(definition, [...view, key])))
  const readShown = (key: string) => shown.flatMap((report) => readIds(report, key))
  const columns = [...new Set([...readIds(definition, 'columns'), ...readShown('columns')])]
  const tabs = shown.map((report) => getAtPath(report, ['tabs']))
  const charts = shown.map((report) => report && { types: defaultChartTypes, ...getPart(report, 'chart') })
  const measures = files.flatMap(({ kind, text }) =>
    kind === 'datasets' ? getList(parseJson(text), 'measures') : [],
  )
  return {
    table: listFiles('datasets'),
    report: listFiles('reports'),
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
    tab: tabs.flatMap((part) =>
      readIds(getAtPath(read('reports', getAtPath(part, ['use'])), ['tabs']) ?? part, 'items'),
    ),
    variant: readShown('variants'),
    'type of its charts': charts.flatMap((chart) => readIds(chart, 'types')),
    unit: [...new Set([...durations, ...measures.flatMap((measure) => readText(measure, 'unit'))])],
    'unit of time': Object.keys(grains),
    'part of a window': ['sameWeekday', 'before'],
    'period before': ['previous'],
    'year before': ['year'],
  }
}

const getPart = (part: unknown, key: string): object => Object(getAtPath(part, [key]))
const getJoins = (part: unknown): object => getPart(part, 'with')

const getList = (part: unknown, key: string): readonly unknown[] => {
  const list = getAtPath(part, [key])
  return Array.isArray(list) ? list : []
}

/** Returns a text of a part; nothing for another value. */
const readText = (part: unknown, key: string): readonly string[] => {
  const text = getAtPath(part, [key])
  return typeof text === 'string' && text !== '' ? [text] : []
}

/** Reads the ids of a list: texts, or objects with `id` or `field`. */
const readIds = (definition: unknown, key: string): readonly string[] =>
  getList(definition, key).flatMap((entry) => {
    if (typeof entry === 'string') return entry
    const [id] = [...readText(entry, 'id'), ...readText(entry, 'field')]
    return id ?? []
  })
