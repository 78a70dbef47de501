import type { StoredDataset } from '../../../schemas/dataset/definition.ts'
import { normalizeValue, VALUE_FORM } from '../../dataset/dimension-values.ts'
import { findLimitError } from '../../report/model/comparisons.ts'
import {
  describeForeign,
  describeUnknown,
  listRepeated,
  type Path,
  type ReportAt,
  suggest,
} from '../../diagnostics/diagnostic.ts'
import {
  type DatasetKeyPlan,
  type DatasetPlan,
  type LeadingField,
  NO_TIME,
} from '../../dataset/dataset-plan.ts'
import { getYearField } from '../../dataset/key-spans.ts'
import { isDayPart } from '../../time/grains.ts'
import { isPeriodPlaceholder, reservedIds } from '../../dataset/placeholders.ts'

type NamedDimension = StoredDataset['dimensions'][number] & { readonly id: string }

/** A stored dataset, or what is like one, with the key of its records and an id for each dimension. */
export type NamedDataset = Omit<StoredDataset, 'dimensions'> & {
  readonly key: DatasetKeyPlan
  readonly dimensions: readonly NamedDimension[]
}

/** Names each dimension after its field if it has no id of its own. */
export function nameDimensions(definition: StoredDataset, report: ReportAt): NamedDataset {
  const { time: key = NO_TIME } = definition
  return { ...definition, key, dimensions: definition.dimensions.map(nameDimension) }

  function nameDimension(dimension: StoredDataset['dimensions'][number], index: number): NamedDimension {
    const { id, field = '' } = dimension
    if (id === undefined && !/^[a-z][A-Za-z0-9]*$/.test(field)) {
      const what = field === '' ? 'it has no field' : `'${field}' is none`
      const message = `a dimension needs an 'id', a lower-case letter, then letters and digits: ${what}`
      report(['dimensions', index], 'dataset-dimension', message)
    }
    return { ...dimension, id: id ?? field }
  }
}

/** Checks that each field of a record has a name of its own; those before the measures come first. */
export function checkFields(
  { key, measures, texts }: NamedDataset,
  leading: readonly LeadingField[],
  report: ReportAt,
): void {
  const named: (readonly [name: string, path: Path])[] = [
    ...leading.map((field) => [field.name, getNamePath(field, key)] as const),
    ...measures.flatMap((measure, index) =>
      'field' in measure ? [[measure.field, ['measures', index, 'field']] as const] : [],
    ),
    ...texts.map(({ field }, index) => [field, ['texts', index, 'field']] as const),
  ]
  const seen = new Set<string>()
  for (const [name, path] of named) {
    if (seen.has(name)) report(path, 'unique', `'${name}' is the name of two fields`)
    seen.add(name)
  }
}

function getNamePath(field: LeadingField, key: DatasetKeyPlan): Path {
  if (field.kind === 'dimension') return ['dimensions', field.index, 'field']
  if (field.kind === 'key') return ['time', 'field']
  if (field.kind === 'year' && getYearField(key) === field.name) {
    return ['time', 'yearField']
  }
  return ['response', 'metadata', field.kind]
}

/** Checks that bounds are in order, sums refer to earlier measures, and at most one group comes last. */
export function checkMeasures({ dimensions, measures, texts }: NamedDataset, report: ReportAt): void {
  const earlierNames: string[] = []
  const headings = new Set<string>()
  const labels = measures.map((measure) => ('field' in measure ? (measure.label ?? measure.field) : ''))
  for (const [index, measure] of measures.entries()) {
    if (!('field' in measure) && index < measures.length - 1) {
      report(['measures', index], 'dataset-group', 'a list or pattern comes last, and there is one')
    }
    const open = dimensions.find(({ values }) => values === undefined)
    if (!('field' in measure) && open !== undefined) {
      const message = `names are measures of closed dimensions; '${open.id}' has no 'values'`
      report(['measures', index], 'dataset-group', message)
    }
    if ('min' in measure && measure.min > measure.max) {
      report(['measures', index, 'min'], 'range', `${measure.min} is above ${measure.max}`)
    }
    const sum = 'sum' in measure ? measure.sum : []
    for (const [position, name] of sum.entries()) {
      const isTwice = sum.indexOf(name) !== position
      if (earlierNames.includes(name) && !isTwice) continue
      const what = isTwice ? 'is there twice' : `is not an earlier measure${suggest(name, earlierNames)}`
      report(['measures', index, 'sum', position], 'dataset-sum', `'${name}' ${what}`)
    }
    if (!('field' in measure)) continue
    earlierNames.push(measure.field)
    const { label = measure.field, when = {} } = measure
    const heading = JSON.stringify([label, when])
    if (headings.has(heading)) {
      const path = ['measures', index, measure.label === undefined ? 'field' : 'label']
      report(path, 'unique', `a second measure with the label '${label}'`)
    }
    headings.add(heading)
  }
  for (const [index, { field, label = field }] of texts.entries()) {
    if (labels.includes(label)) {
      const path = ['texts', index, field === label ? 'field' : 'label']
      report(path, 'unique', `'${label}' is the label of a measure or a text before it`)
    }
    labels.push(label)
  }
}

/** Checks that expectations are of a measure and of periods that keys have. */
export function checkExpectations(
  { key, measures, expect }: Pick<NamedDataset, 'key' | 'measures' | 'expect'>,
  report: ReportAt,
): void {
  const names = measures.flatMap((measure) => ('field' in measure ? [measure.field] : []))
  const grain = key.kind === 'date' ? 'day' : key.kind
  const allowed = grain === 'none' ? [] : isDayPart(grain) ? ['days', 'hours'] : [`${grain}s`]
  for (const [index, expectation] of expect.entries()) {
    if ('measure' in expectation) {
      const { measure, operator, value, absolute } = expectation
      const message = `'${measure}' is not a measure${suggest(measure, names)}`
      if (!names.includes(measure)) report(['expect', index, 'measure'], 'dataset-expect', message)
      const limitError = findLimitError({ operator, absolute }, [value].flat())
      if (limitError !== null) report(['expect', index, 'value'], 'dataset-expect', limitError)
    }
    if ('complete' in expectation && !allowed.includes(expectation.complete)) {
      const end = allowed.length === 0 ? '' : `; allowed: ${allowed.join(', ')}`
      const message = `records have no ${expectation.complete}${end}`
      report(['expect', index, 'complete'], 'dataset-expect', message)
    }
  }
}

/** Checks that a demo names measures and dimensions that records have: others would be made up without it. */
export function checkDemo(
  { demo, dimensions, measures }: DatasetPlan,
  datasets: readonly DatasetPlan[],
  report: ReportAt,
): void {
  if (demo === null) return
  const checkKeys = (path: Path, written: object, known: readonly string[]) => {
    for (const key of Object.keys(written).filter((name) => !known.includes(name)))
      report([...path, key], 'schema-key', `unknown key '${key}'${suggest(key, known)}`)
  }
  const fields = measures.map(({ field }) => field)
  if (!('average' in demo)) {
    const ids = dimensions.map(({ id }) => id)
    checkKeys(['demo', 'values'], demo.values, fields)
    return checkKeys(['demo', 'dimensions'], demo.dimensions, ids)
  }
  const { dataset, measures: averaged } = demo.average
  const place = ['demo', 'average']
  const source = datasets.find(({ id }) => id === dataset)
  checkKeys([...place, 'measures'], averaged, fields)
  if (source === undefined) {
    const ids = datasets.map(({ id }) => id)
    return report([...place, 'dataset'], 'schema-value', describeUnknown('dataset', dataset, ids))
  }
  const sourceFields = source.measures.map(({ field }) => field)
  for (const [field, name] of Object.entries(averaged)) {
    if (sourceFields.includes(name)) continue
    const message = describeForeign(name, `a measure of '${dataset}'`, sourceFields)
    report([...place, 'measures', field], 'schema-value', message)
  }
}

function describeId(id: string): string {
  if (isPeriodPlaceholder(id)) return `the placeholder {${id}} of a period in endpoints`
  if (id === 'id') return 'the placeholder {id} of a record in endpoints'
  return reservedIds.has(id) ? `the option --${id} of the import` : 'a dimension before it'
}

/** The most combinations of closed values of a dataset: a request can be for all of them. */
const MAX_COMBINATIONS = 10_000

/** Checks that dimensions, their values and the spellings of these are there once. */
export function checkDimensions({ dimensions }: NamedDataset, report: ReportAt): void {
  const count = dimensions.reduce((product, { values }) => product * (values?.length ?? 0), 1)
  if (count > MAX_COMBINATIONS) {
    const message = `the dimensions have ${count} combinations of values, at most ${MAX_COMBINATIONS} are allowed`
    report(['dimensions'], 'dataset-dimension', message)
  }
  const taken = new Set<string>(reservedIds)
  for (const [index, dimension] of dimensions.entries()) {
    const { id, values = [], paths, multiple } = dimension
    const path = ['dimensions', index]
    if (dimension.values === undefined && dimension.field === undefined) {
      report(path, 'dataset-dimension', "a dimension without 'values' needs a field, in which it is sent")
    }
    const reportValue = (key: Path, message: string) => report([...path, ...key], 'unique', message)
    if (multiple && paths !== undefined) {
      const message = 'a spelling in the path is of one value; leave out paths or multiple'
      report([...path, 'multiple'], 'dataset-dimension', message)
    }
    for (const [at, value] of values.entries()) {
      if (multiple && value.includes(',')) {
        const message = 'a comma separates values of "multiple"; leave out the comma or multiple'
        report([...path, 'values', at], 'dataset-dimension', message)
      }
    }
    // An id that is not written is that of the field.
    const named = dimension.field === id ? 'field' : 'id'
    if (taken.has(id)) report([...path, named], 'dataset-dimension', `'${id}' is already ${describeId(id)}`)
    taken.add(id)
    for (const at of listRepeated(values)) reportValue(['values', at], `'${values[at]}' is there twice`)
    if (paths === undefined) continue
    const spelled = values.filter((value) => Object.hasOwn(paths, value))
    const words = spelled.map((value) => paths[value])
    for (const value of values) {
      if (spelled.includes(value)) continue
      report([...path, 'paths'], 'dataset-dimension', `'${value}' has no spelling here`)
    }
    for (const at of listRepeated(words)) {
      reportValue(['paths', spelled[at] ?? ''], `'${words[at]}' is there twice`)
    }
    for (const value of Object.keys(paths)) {
      if (!values.includes(value)) reportValue(['paths', value], describeForeign(value, 'a value', values))
    }
  }
}

/** Checks that the condition of a measure names dimensions and their values. */
export function checkConditions({ dimensions, measures }: NamedDataset, report: ReportAt): void {
  for (const [index, measure] of measures.entries()) {
    const when = ('when' in measure && measure.when) || {}
    const reportPart = (path: Path, message: string) =>
      report(['measures', index, ...path], 'dataset-when', message)
    checkValues((path, message) => reportPart(['when', ...path], message), when, dimensions)
    if (!('unit' in measure) || typeof measure.unit !== 'object') continue
    const { from } = measure.unit
    const ids = dimensions.map(({ id }) => id)
    if (!ids.includes(from)) reportPart(['unit', 'from'], describeForeign(from, 'a dimension', ids))
  }
}

/** Checks the names of dimensions with values of each; `owner` is the dataset that has them, if it is another one. */
export function checkValues(
  report: (path: Path, message: string) => void,
  written: Readonly<Record<string, readonly string[]>>,
  dimensions: readonly { readonly id: string; readonly values?: readonly string[] | null | undefined }[],
  owner?: string,
): void {
  const ids = dimensions.map(({ id }) => id)
  const [of, within] = owner === undefined ? ['', ''] : [` of '${owner}'`, ` in '${owner}'`]
  for (const [id, values] of Object.entries(written)) {
    const dimension = dimensions.find((one) => one.id === id)
    if (dimension === undefined) {
      report([id], describeForeign(id, `a dimension${of}`, ids))
      continue
    }
    const known = dimension.values ?? null
    for (const [at, value] of values.entries()) {
      if (known === null && normalizeValue(value) !== value) {
        report([id, at], `'${value}' is no value of ${id}${within}: it is not ${VALUE_FORM}`)
      } else if (known?.includes(value) === false) {
        report([id, at], describeForeign(value, `a value of ${id}${within}`, known))
      }
    }
  }
}
