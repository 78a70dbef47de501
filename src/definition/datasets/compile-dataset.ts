import { DatasetDefinition, type StoredDataset } from '../../../schemas/dataset/definition.ts'
import {
  describeUnknown,
  type Diagnostic,
  type ReportAt,
  sortDiagnostics,
  suggest,
} from '../../diagnostics/diagnostic.ts'
import { type Calendars, compileCalendarFiles } from '../calendars.ts'
import type { DefinitionFile } from '../../diagnostics/json-document.ts'
import { deepFreeze, readDefinitions } from '../read-definitions.ts'
import {
  checkConditions,
  checkDemo,
  checkDimensions,
  checkExpectations,
  checkFields,
  checkMeasures,
  type NamedDataset,
  nameDimensions,
} from './check-dataset.ts'
import {
  type DatasetPlan,
  type FixedMeasure,
  getSentList,
  type GroupMeasure,
  type LeadingField,
} from '../../dataset/dataset-plan.ts'
import { formatWords } from '../../report/model/format.ts'
import type { MeasureDefinitions } from '../../../schemas/dataset/measures.ts'
import { MAX_AMOUNT } from '../../../schemas/dataset/primitives.ts'
import { fillChoices } from '../../../schemas/dataset/reading.ts'
import { separateComputed } from './computed-measures.ts'
import { compileDerived, type DerivedDataset } from './derived.ts'
import { checkCalls, compileEndpoints } from './endpoints.ts'
import { getYearField } from '../../dataset/key-spans.ts'
import type { JoinedTable } from './joined-tables.ts'
import { compileSource, toStored } from './source.ts'

/** Reads dataset definitions together, since they may share calls. Never throws; returns every diagnostic. */
export function compileDatasetFiles(
  files: readonly DefinitionFile[],
  calendarFiles: readonly DefinitionFile[] = [],
) {
  const read = readDefinitions(DatasetDefinition, files)
  const { calendars, diagnostics: ofCalendars } = compileCalendarFiles(calendarFiles)
  const compiled = compileDatasets(read.definitions, calendars)
  const diagnostics = sortDiagnostics([
    ...ofCalendars,
    ...read.diagnostics,
    ...compiled.diagnostics.map(read.locate),
  ])
  return { datasets: diagnostics.length === 0 ? compiled.datasets : [], diagnostics }
}

/** Compiles the definitions of a folder together; the plans are valid only if there are no diagnostics. */
export function compileDatasets(definitions: readonly DatasetDefinition[], calendars: Calendars = new Map()) {
  const diagnostics: Diagnostic[] = []
  const reportOf =
    (report: string): ReportAt =>
    (path, rule, message, index) =>
      diagnostics.push({ report, path, rule, message, index, isKey: rule === 'schema-key' })
  const datasets = definitions.map((written): DatasetPlan => {
    const { definition, computed, report } = separateComputed(written, definitions, reportOf(written.id))
    const calendar = findCalendar(written, calendars, report)
    const read = { computed, with: written.with, calendar }
    if (!('source' in definition)) return { ...compileStored(definition, report), ...read }
    const source = compileSource(definition, report)
    return { ...compileStored(toStored(definition), report), ...read, source }
  })
  checkCalls(datasets, reportOf)
  for (const dataset of datasets) checkDemo(dataset, datasets, reportOf(dataset.id))
  const frozen: readonly DatasetPlan[] = datasets.map(deepFreeze)
  return { datasets: frozen, diagnostics }
}

function findCalendar(
  { calendar }: DatasetDefinition,
  calendars: Calendars,
  report: ReportAt,
): DatasetPlan['calendar'] {
  if (calendar === undefined) return null
  const plan = calendars.get(calendar)
  if (plan === undefined) {
    report(['calendar'], 'dataset-calendar', describeUnknown('calendar', calendar, [...calendars.keys()]))
  }
  return plan ?? null
}

/** Compiles the dataset that answers a report which asks `source`. A request for it is for several values of a dimension. */
export function compileQuestion(
  definition: DerivedDataset,
  source: DatasetPlan,
  tables: readonly JoinedTable[],
  report: ReportAt,
): DatasetPlan {
  const derived = compileDerived(definition, source, tables, report)
  return deepFreeze({ ...compileStored(derived.definition, report, true), from: derived.from })
}

/** Compiles a stored dataset, or what is like one. Calls of what a report asks can name open dimensions. */
function compileStored(written: StoredDataset, report: ReportAt, isAsked = false): DatasetPlan {
  const definition = nameDimensions(written, report)
  const { id, summary, noun, key, dimensions, rowTotal, response } = definition
  const compiled = definition.measures.map(compileMeasure)
  const measures = compiled.flatMap((one) => ('field' in one ? [one] : []))
  const group = compiled.find((one) => 'kind' in one) ?? null
  checkDimensions(definition, report)
  checkConditions(definition, report)
  checkMeasures(definition, report)
  checkExpectations(definition, report)
  const leading = compileLeading(definition, report)
  checkFields(definition, leading, report)
  const recordsIn = response.records === 'records' ? null : response.records.slice('records.'.length)
  const sentList = getSentList(group)
  if (group !== null && sentList !== null && (recordsIn === null || recordsIn === sentList)) {
    const message = `the list '${sentList}' is sent beside the records, so response.records must name a list within records, such as 'records.data'`
    report(['measures', compiled.indexOf(group), 'list'], 'dataset-response', message)
  }
  return {
    id,
    title: definition.title ?? formatWords(id),
    summary,
    noun,
    calendar: null,
    key,
    dimensions: dimensions.map(({ id: name, field = null, values = null, multiple, paths = null }) => ({
      id: name,
      field,
      values,
      multiple: multiple || values === null,
      paths,
    })),
    measures,
    group,
    computed: [],
    with: {},
    texts: definition.texts.map((text) => ({ ...text, label: text.label ?? text.field })),
    rowTotal,
    read: fillChoices(definition.read),
    expect: definition.expect,
    dueBy: definition.dueBy ?? null,
    response: { recordsIn, leading, empty: response.empty },
    endpoints: compileEndpoints(definition, report, isAsked),
    demo: definition.demo ?? null,
    from: null,
    source: null,
  }
}

/** Compiles a measure: a field, the sum of earlier measures, or a group of any number of names. */
function compileMeasure(measure: MeasureDefinitions[keyof MeasureDefinitions]): FixedMeasure | GroupMeasure {
  if ('list' in measure) return { kind: 'list', ...measure, decimals: measure.decimals ?? null }
  if ('pattern' in measure) return { kind: 'pattern', ...measure, decimals: measure.decimals ?? null }
  const { field, label = field, headings, when = {}, max, unit = '' } = measure
  const [sum, min, decimals = null] =
    'sum' in measure ? [measure.sum, -MAX_AMOUNT] : [null, measure.min, measure.decimals]
  return { field, label, headings, when, sum, min, max, decimals, unit }
}

/** Compiles the fields before the measures: those of `order` first, then id, key, dimensions, other metadata. */
function compileLeading({ key, dimensions, response }: NamedDataset, report: ReportAt): LeadingField[] {
  const { metadata, order } = response
  const named = (kind: keyof typeof metadata, name = metadata[kind]) =>
    name === undefined ? [] : [{ kind, name }]
  const yearField = getYearField(key)
  const fields: LeadingField[] = [
    ...named('id'),
    ...(yearField === undefined ? [] : named('year', yearField)),
    ...(key.kind === 'none' ? [] : [{ kind: 'key' as const, name: key.field }]),
    ...dimensions.flatMap(({ field: name }, index) =>
      name === undefined ? [] : [{ kind: 'dimension' as const, name, index }],
    ),
    ...named('year'),
    ...named('month'),
    ...named('createdAt'),
    ...named('updatedAt'),
  ]
  const names = fields.map(({ name }) => name)
  for (const [index, name] of order.entries()) {
    if (names.includes(name) && order.indexOf(name) === index) continue
    const what = names.includes(name)
      ? 'is there twice'
      : `is not a field before the measures${suggest(name, names)}`
    report(['response', 'order', index], 'dataset-response', `'${name}' ${what}`)
  }
  const getPosition = ({ name }: LeadingField) => (order.includes(name) ? order.indexOf(name) : order.length)
  return fields.toSorted((one, other) => getPosition(one) - getPosition(other))
}
