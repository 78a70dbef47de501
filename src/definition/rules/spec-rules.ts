import type { VegaLiteSpec } from '../../../schemas/report/chart.ts'
import type { KeyPlan } from '../../report/model/report-plan.ts'
import { describeUnknown, type Issue, type Path, type Place } from '../../diagnostics/diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'

type Json = Readonly<Record<string, unknown>>
/** The fields of a view; null if they are not known. */
type Fields = ReadonlySet<string> | null

const dayFields = ['date', 'weekday', 'week', 'month', 'quarter', 'year']

/** The fields of a time, by the kind of the rows. */
export const timeFields: Readonly<Record<KeyPlan['kind'], readonly string[]>> = {
  text: [],
  month: ['date', 'month', 'quarter', 'year'],
  quarter: ['date', 'quarter', 'year'],
  week: ['date', 'week'],
  date: dayFields,
  hour: [...dayFields, 'hour'],
  'quarter-hour': [...dayFields, 'hour'],
}

const rowFields = ['row', 'key', 'keyLabel']
const valueFields = [...rowFields, 'series', 'seriesLabel', 'order', 'value']

/** The datasets of a specification with their fields. Those of rows that are times also have the fields of a time. */
export const specDatasets: Readonly<Record<string, readonly string[]>> = {
  table: valueFields,
  earlier: valueFields,
  notes: [...rowFields, 'number', 'text'],
  lines: [...rowFields, 'label', 'value'],
  series: ['series', 'seriesLabel', 'color', 'dash', 'shape', 'visible'],
  total: ['series', 'seriesLabel', 'order', 'value'],
}

const LOADS = 'a chart loads and opens nothing; its data is the table'
const IS_SET = 'the portal sets it'

/** Keys that a specification cannot have, with the reasons. */
const refusedKeys = new Map([
  ...['url', 'href', 'usermeta', 'datasets', '$ref'].map((key) => [key, LOADS] as const),
  ...['$schema', 'config', 'autosize', 'background'].map((key) => [key, IS_SET] as const),
])

/** Keys of a transform whose texts are fields. */
const transformKeys = new Set(
  'groupby fold flatten on regression loess density quantile impute key lookup pivot stack extent'.split(' '),
)
/** Transforms whose records only have their groups and results. */
const reducingKeys = ['aggregate', 'density', 'quantile']
/** Keys whose texts are expressions, or lists of them. */
const expressionKeys = new Set('calculate filter test expr and or not'.split(' '))
/** Parts whose expressions read a tick or a label, not a record. */
const guideKeys = new Set(['axis', 'legend', 'header'])
/** Each record costs time and memory of every reader. */
const MAX_SEQUENCE = 10_000

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const listTexts = (value: unknown): string[] => [value].flat().filter((item) => typeof item === 'string')

/** Checks that the specification of an author loads nothing, and that its data has the fields that it names. */
export function checkSpec(spec: VegaLiteSpec, keyKind: KeyPlan['kind'], origin: Place): void {
  const refuse = (path: Path, reason: string) =>
    origin.at(...path).error('spec-outside', `'${String(path.at(-1))}' is not possible: ${reason}`)

  function checkFields(value: unknown, path: Path, fields: Fields, index?: number): void {
    if (Array.isArray(value)) value.forEach((item, at) => checkFields(item, [...path, at], fields))
    if (typeof value !== 'string' || fields === null || fields.has(value.replace(/[.[].*/, ''))) return
    origin.at(...path).error('spec-field', describeUnknown('field', value, fields), index)
  }

  function readData(data: unknown, path: Path): Fields {
    const { url, name, values, sequence } = isObject(data) ? data : {}
    if (url !== undefined) refuse([...path, 'url'], LOADS)
    if (Array.isArray(values)) return new Set(values.flatMap((item) => Object.keys(Object(item))))
    if (isObject(sequence)) {
      const { start, stop, step = 1, as = 'data' } = sequence
      const isShort = (Number(stop) - Number(start)) / Number(step) <= MAX_SEQUENCE
      if (isShort) return new Set([String(as)])
      refuse([...path, 'sequence'], `it has more than ${MAX_SEQUENCE} records`)
      return null
    }
    if (typeof name !== 'string') return null
    const fields = specDatasets[name]
    const times = fields?.includes('row') ? timeFields[keyKind] : []
    if (fields !== undefined) return new Set([...fields, ...times])
    const message = describeUnknown('dataset', name, Object.keys(specDatasets))
    origin.at(...path, 'name').error('spec-field', message)
    return null
  }

  /** Visits a transform. Returns the fields of its records; null after a pivot, whose fields are values. */
  function transform(step: Json, path: Path, fields: Fields): Fields {
    visit(step, path, fields, true)
    if ('pivot' in step || fields === null) return null
    const kept = reducingKeys.some((key) => key in step) ? listTexts(step['groupby']) : fields
    const { from } = step
    return new Set([...kept, ...listResults(step), ...(isObject(from) ? listTexts(from['fields']) : [])])
  }

  function visit(node: unknown, path: Path, above: Fields, isTransform = false): void {
    const key = path.findLast((part) => typeof part === 'string') ?? ''
    if (typeof node === 'string') {
      if (/\burl\(/i.test(node) || (node === 'image' && /^(mark|type)$/.test(key))) refuse(path, LOADS)
      const read = expressionKeys.has(key) ? node.matchAll(/\bdatum(?:\.|\[['"])(\w+)/g) : []
      for (const { 1: name, index } of read) checkFields(name, path, above, index)
    }
    if (Array.isArray(node)) node.forEach((item, index) => visit(item, [...path, index], above, isTransform))
    if (!isObject(node) || Array.isArray(node)) return
    let fields = 'data' in node ? readData(node['data'], [...path, 'data']) : above
    for (const [index, step] of [node['transform'] ?? []].flat().entries()) {
      if (isObject(step)) fields = transform(step, [...path, 'transform', index], fields)
    }
    for (const [name, value] of Object.entries(node)) {
      const fieldPath = [...path, name]
      const reason = refusedKeys.get(name)
      const isEvent = key === 'select' && /^(on|clear)$/.test(name)
      if (reason !== undefined) refuse(fieldPath, reason)
      if (name === 'bind' && isObject(value)) refuse(fieldPath, 'a chart has no controls of its own')
      if (isEvent && !/^[a-z]*$/.test(String(value))) {
        refuse(fieldPath, 'a chart reads its own events only, such as "pointerover"')
      }
      const isList = key === 'repeat' || (name === 'repeat' && Array.isArray(value))
      const isOfTransform = transformKeys.has(name) || (name === 'value' && 'pivot' in node)
      if (/^fields?$/.test(name) || isList || (isTransform && isOfTransform))
        checkFields(value, fieldPath, fields)
      if (reason === undefined && name !== 'data' && name !== 'transform') {
        visit(value, fieldPath, guideKeys.has(name) ? null : fields, isTransform)
      }
    }
  }

  visit(spec, [], readData({ name: 'table' }, []))
}

/** Lists the fields that a transform names as its results. */
function listResults(node: unknown): string[] {
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'as' ? listTexts(value).flatMap((name) => [name, `${name}_end`]) : listResults(value),
  )
}

/** Compares a specification with the schema of Vega-Lite, and compiles it. */
export type FindSpecIssues = (spec: VegaLiteSpec) => readonly Issue[]

/** Reports what Vega-Lite says against the specifications of a screen. Keys with a rule of their own have an error already. */
export function checkCompiledSpecs({ plan, origins }: PlanWithSource, findIssues: FindSpecIssues): void {
  for (const [id, spec] of Object.entries(plan.chart.specs)) {
    const place = origins.chart.at('types', plan.chart.types.indexOf(id), 'vegaLite')
    for (const { path, rule, message } of findIssues(spec)) {
      if (!refusedKeys.has(String(path.at(-1)))) place.at(...path).error(rule, message)
    }
  }
}
