import type { DatasetDefinition, MeasureDefinition } from '../../../schemas/dataset-definition.ts'
import { LARGEST_FIGURE } from '../../../schemas/figure.ts'
import { allowed, type Path } from '../../engine/finding.ts'
import {
  type Bounds,
  type DatasetKeyPlan,
  type DatasetPlan,
  endpointKinds,
  type EndpointKind,
  type EndpointPlan,
  type FixedMeasure,
  type GroupMeasure,
  type LeadingField,
} from './dataset-plan.ts'
import { parseEndpoint, placeholderFault } from './endpoint.ts'
import type { DatasetRule } from './rules.ts'

/** Something wrong with a dataset definition, at a path in it. */
export interface DatasetFinding {
  readonly dataset: string
  readonly path: Path
  readonly rule: DatasetRule
  readonly message: string
}

/** Compiles the definitions of a folder together; the plans are of use only where there is no finding. */
export function compileDatasets(definitions: readonly DatasetDefinition[]): {
  readonly datasets: readonly DatasetPlan[]
  readonly findings: readonly DatasetFinding[]
} {
  const findings: DatasetFinding[] = []
  const datasets = definitions.map((definition) =>
    compileDataset(definition, (path, rule, message) =>
      findings.push({ dataset: definition.id, path, rule, message }),
    ),
  )
  checkTogether(definitions, datasets, findings)
  return { datasets, findings }
}

type Report = (path: Path, rule: DatasetRule, message: string) => void

function compileDataset(definition: DatasetDefinition, report: Report): DatasetPlan {
  const { id, title, summary, noun, key, dimensions, rowTotal, response, demo } = definition
  const measures = definition.measures.flatMap((measure) =>
    'field' in measure ? [compileMeasure(measure)] : [],
  )
  const group = definition.measures.map(compileGroup).find((one) => one !== null) ?? null
  checkDimensions(definition, report)
  checkMeasures(definition, report)
  const leading = compileLeading(definition, report)
  checkFields(definition, leading, report)
  const recordsIn = response.records === 'records' ? null : response.records.slice('records.'.length)
  if (group?.kind === 'list' && (recordsIn === null || recordsIn === group.list)) {
    const message = `the list '${group.list}' stands beside the records; write 'records.data'`
    report(['response', 'records'], 'dataset-response', message)
  }
  return {
    id,
    title,
    summary,
    noun,
    key: compileKey(key),
    dimensions: dimensions.map(({ field = null, paths = null, ...dimension }) => ({
      ...dimension,
      field,
      paths,
    })),
    measures,
    group,
    rowTotal,
    response: { recordsIn, leading, empty: response.empty },
    endpoints: compileEndpoints(definition, report),
    demo: demo ?? null,
  }
}

const compileKey = (key: DatasetDefinition['key']): DatasetKeyPlan => key

function compileMeasure(measure: Extract<MeasureDefinition, { field: string }>): FixedMeasure {
  const { field, label = field, headings, when = {} } = measure
  return 'sum' in measure
    ? {
        field,
        label,
        headings,
        when,
        sum: measure.sum,
        min: -LARGEST_FIGURE,
        max: measure.max,
        decimals: null,
      }
    : { field, label, headings, when, sum: null, ...boundsOf(measure) }
}

function compileGroup(measure: MeasureDefinition): GroupMeasure | null {
  if ('list' in measure) {
    const { list, noun, reserved } = measure
    return { kind: 'list', list, noun, reserved, ...boundsOf(measure) }
  }
  if ('pattern' in measure) {
    const { pattern, noun, spellings } = measure
    return { kind: 'pattern', pattern, noun, spellings, ...boundsOf(measure) }
  }
  return null
}

function boundsOf({
  min,
  max,
  decimals,
}: Omit<Bounds, 'decimals'> & { decimals?: number | undefined }): Bounds {
  return { min, max, decimals: decimals ?? null }
}

/** The fields before the measures: those of `order` first, then id, key, dimensions, other metadata. */
function compileLeading({ key, dimensions, response }: DatasetDefinition, report: Report): LeadingField[] {
  const { id, year, month, createdAt, updatedAt } = response.metadata
  const named = (kind: 'id' | 'year' | 'month' | 'createdAt' | 'updatedAt', name: string | undefined) =>
    name === undefined ? [] : [{ kind, name }]
  const fields: LeadingField[] = [
    ...named('id', id),
    ...(key.kind === 'month' ? named('year', key.yearField) : []),
    { kind: 'key', name: key.field },
    ...dimensions.flatMap(({ field }, index) =>
      field === undefined ? [] : [{ kind: 'dimension' as const, name: field, index }],
    ),
    ...named('year', year),
    ...named('month', month),
    ...named('createdAt', createdAt),
    ...named('updatedAt', updatedAt),
  ]
  const names = fields.map(({ name }) => name)
  for (const [index, name] of response.order.entries()) {
    if (names.includes(name) && response.order.indexOf(name) === index) continue
    const what = names.includes(name) ? 'is there twice' : `is no such field${allowed(name, names)}`
    report(['response', 'order', index], 'dataset-order', `'${name}' ${what}`)
  }
  const place = (name: string) => {
    const index = response.order.indexOf(name)
    return index < 0 ? response.order.length : index
  }
  return fields.toSorted((one, other) => place(one.name) - place(other.name))
}

function checkFields(
  { key, measures }: DatasetDefinition,
  leading: readonly LeadingField[],
  report: Report,
): void {
  const seen = new Set<string>()
  for (const { name } of leading) {
    if (seen.has(name)) report(['response'], 'dataset-field', `'${name}' is the name of two fields`)
    seen.add(name)
  }
  if (key.kind === 'month' && key.field === key.yearField) {
    report(['key', 'yearField'], 'dataset-field', `'${key.field}' is the name of two fields`)
  }
  for (const [index, measure] of measures.entries()) {
    if (!('field' in measure)) continue
    if (seen.has(measure.field)) {
      const message = `'${measure.field}' is the name of two fields`
      report(['measures', index, 'field'], 'dataset-field', message)
    }
    seen.add(measure.field)
  }
}

function checkDimensions({ dimensions, measures }: DatasetDefinition, report: Report): void {
  const taken = new Set(['year', 'month', 'id', 'period', 'sheet', 'replace', 'from', 'to'])
  for (const [index, { id, values, paths }] of dimensions.entries()) {
    if (taken.has(id)) {
      report(['dimensions', index, 'id'], 'dataset-dimension', `'${id}' is taken already`)
    }
    taken.add(id)
    for (const [at, value] of values.entries()) {
      if (values.indexOf(value) !== at) {
        report(['dimensions', index, 'values', at], 'dataset-value', `'${value}' is there twice`)
      }
    }
    if (paths === undefined) continue
    const words = new Set<string>()
    for (const value of values) {
      const word = paths[value]
      if (word === undefined) {
        report(['dimensions', index, 'paths'], 'dataset-value', `'${value}' has no spelling here`)
      } else if (words.has(word)) {
        report(['dimensions', index, 'paths', value], 'dataset-value', `'${word}' is there twice`)
      }
      words.add(word ?? '')
    }
    for (const value of Object.keys(paths)) {
      if (!values.includes(value)) {
        const message = `'${value}' is no value${allowed(value, values)}`
        report(['dimensions', index, 'paths', value], 'dataset-value', message)
      }
    }
  }
  for (const [index, measure] of measures.entries()) {
    if (!('when' in measure) || measure.when === undefined) continue
    for (const [id, values] of Object.entries(measure.when)) {
      const dimension = dimensions.find((one) => one.id === id)
      const path = ['measures', index, 'when', id]
      if (dimension === undefined) {
        const known = dimensions.map((one) => one.id)
        report(path, 'dataset-when', `'${id}' is no dimension${allowed(id, known)}`)
        continue
      }
      for (const [at, value] of values.entries()) {
        if (!dimension.values.includes(value)) {
          const message = `'${value}' is no value of ${id}${allowed(value, dimension.values)}`
          report([...path, at], 'dataset-when', message)
        }
      }
    }
  }
}

function checkMeasures({ measures }: DatasetDefinition, report: Report): void {
  const before: string[] = []
  for (const [index, measure] of measures.entries()) {
    if (!('field' in measure) && index < measures.length - 1) {
      report(['measures', index], 'dataset-group', 'a list or pattern comes last, and there is one')
    }
    if ('min' in measure && measure.min > measure.max) {
      report(['measures', index, 'min'], 'dataset-bounds', `${measure.min} is above ${measure.max}`)
    }
    if ('sum' in measure) {
      for (const [at, name] of measure.sum.entries()) {
        const isTwice = measure.sum.indexOf(name) !== at
        if (before.includes(name) && !isTwice) continue
        const what = isTwice ? 'is there twice' : `is no measure that stands before${allowed(name, before)}`
        report(['measures', index, 'sum', at], 'dataset-sum', `'${name}' ${what}`)
      }
    }
    if ('field' in measure) before.push(measure.field)
  }
}

function compileEndpoints(definition: DatasetDefinition, report: Report): DatasetPlan['endpoints'] {
  const compile = (kind: EndpointKind): EndpointPlan | null => {
    const url = definition.endpoints[kind]
    if (url === undefined) return null
    const path = ['endpoints', kind]
    const endpoint = parseEndpoint(url)
    if (typeof endpoint === 'string') {
      report(path, 'dataset-endpoint', endpoint)
      return null
    }
    const fault = placeholderFault(kind, endpoint, definition)
    if (fault !== null) report(path, 'dataset-placeholder', fault)
    const isOne = kind === 'create' || kind === 'record'
    if (isOne && definition.measures.some((measure) => !('field' in measure))) {
      const message = 'single records have fixed measures only; those of a list or pattern are imported'
      report(path, 'dataset-group', message)
    }
    if (kind !== 'list' && !['years', 'months'].includes(kind) && definition.endpoints.list === undefined) {
      report(path, 'dataset-endpoint', 'needs the endpoint list, by which its permission is known')
    }
    return endpoint
  }
  const [list, years, months, download, create, record, generate] = endpointKinds.map(compile)
  return {
    list: list ?? null,
    years: years ?? null,
    months: months ?? null,
    download: download ?? null,
    create: create ?? null,
    record: record ?? null,
    generate: generate ?? null,
  }
}

/** What the router tells apart: method and pattern; the values of a dimension with spellings are texts. */
function callsOf({ dimensions }: DatasetPlan, kind: EndpointKind, { path }: EndpointPlan): string[] {
  const methods =
    kind === 'create' || kind === 'generate'
      ? ['POST']
      : kind === 'record'
        ? ['GET', 'PUT', 'DELETE']
        : ['GET']
  const spelled = (part: EndpointPlan['path'][number]): string[] => {
    if ('text' in part) return [part.text]
    const paths = dimensions.find(({ id }) => id === part.placeholder)?.paths
    return paths === null || paths === undefined ? [':'] : Object.values(paths)
  }
  const patterns = path.reduce<string[]>(
    (made, part) => made.flatMap((before) => spelled(part).map((text) => `${before}/${text}`)),
    [''],
  )
  return methods.flatMap((method) => patterns.map((pattern) => `${method} ${pattern}`))
}

function checkTogether(
  definitions: readonly DatasetDefinition[],
  datasets: readonly DatasetPlan[],
  findings: DatasetFinding[],
): void {
  const owners = new Map<string, string>()
  for (const [index, dataset] of datasets.entries()) {
    const note = (path: Path, rule: DatasetRule, message: string) =>
      findings.push({ dataset: dataset.id, path, rule, message })
    if (definitions.findIndex(({ id }) => id === dataset.id) !== index) {
      note(['id'], 'dataset-id', `another definition has the id '${dataset.id}' too`)
    }
    for (const kind of endpointKinds) {
      const endpoint = dataset.endpoints[kind]
      if (endpoint === null) continue
      for (const call of callsOf(dataset, kind, endpoint)) {
        const owner = owners.get(call)
        const isShared = owner?.startsWith(`${kind} of `) === true && (kind === 'years' || kind === 'months')
        if (owner !== undefined && !isShared) {
          note(['endpoints', kind], 'dataset-endpoint', `is also the endpoint ${owner}`)
        }
        owners.set(call, `${kind} of ${dataset.id}`)
      }
    }
    checkDemo(dataset, datasets, note)
  }
}

function checkDemo(
  { demo, measures, dimensions, group, key }: DatasetPlan,
  datasets: readonly DatasetPlan[],
  note: (path: Path, rule: DatasetRule, message: string) => void,
): void {
  if (demo === null) return
  const fields = measures.filter(({ sum }) => sum === null).map(({ field }) => field)
  if ('average' in demo) {
    const other = datasets.find(({ id }) => id === demo.average.dataset)
    const path = ['demo', 'average']
    if (other === undefined || other.key.kind !== 'date' || key.kind !== 'month') {
      const ids = datasets.filter((one) => one.key.kind === 'date').map(({ id }) => id)
      const message = `'${demo.average.dataset}' is no dataset of days whose months could be averaged${allowed(demo.average.dataset, ids)}`
      note([...path, 'dataset'], 'dataset-demo', message)
      return
    }
    const known = other.measures.map(({ field }) => field)
    for (const [field, source] of Object.entries(demo.average.measures)) {
      const at = [...path, 'measures', field]
      if (!fields.includes(field))
        note(at, 'dataset-demo', `'${field}' is no measure${allowed(field, fields)}`)
      if (!known.includes(source))
        note(at, 'dataset-demo', `'${source}' is no measure of ${other.id}${allowed(source, known)}`)
    }
    return
  }
  const values = dimensions.flatMap((dimension) => dimension.values)
  const checkBase = (path: Path, base: number | Readonly<Record<string, number>>) => {
    for (const value of typeof base === 'number' ? [] : Object.keys(base)) {
      if (!values.includes(value)) {
        note(
          [...path, value],
          'dataset-demo',
          `'${value}' is no value of a dimension${allowed(value, values)}`,
        )
      }
    }
  }
  for (const [field, base] of Object.entries(demo.values)) {
    if (!fields.includes(field)) {
      note(['demo', 'values', field], 'dataset-demo', `'${field}' is no measure${allowed(field, fields)}`)
    }
    checkBase(['demo', 'values', field], base)
  }
  for (const [name, base] of Object.entries(demo.names)) {
    if (group === null && key.kind !== 'text') {
      note(['demo', 'names', name], 'dataset-demo', 'the dataset has no list, no pattern and no text key')
    }
    checkBase(['demo', 'names', name], base)
  }
}
