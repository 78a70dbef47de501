import {
  type AskingReport,
  parts,
  type ReportDefinition,
  type SelectorDefinition,
  type WrittenReport,
} from '../../../schemas/report/definition.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import type { SelectorPlan } from '../../report/model/report-plan.ts'
import {
  createPlace,
  describeUnknown,
  type Path,
  type Place,
  type Reporter,
} from '../../diagnostics/diagnostic.ts'
import type { DerivedDataset } from '../datasets/derived.ts'
import { checkValues } from '../datasets/check-dataset.ts'
import { compileTable, type JoinedTable } from '../datasets/joined-tables.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { type GrainName, isYearPart } from '../../time/grains.ts'
import { type ExpandedColumns, expandColumns, listPivots } from './question-columns.ts'
import { findGroup, type Group, keyFields } from './question-group.ts'
import { type ChosenSelector, expandSelector, getSelectorName } from './question-selectors.ts'

/** A report that names its calls, and the dataset that answers them if the report asks one. */
export interface ExpandedReport {
  readonly definition: ReportDefinition
  readonly question: {
    readonly source: DatasetPlan
    readonly dataset: DerivedDataset
    /** The words of the columns and of the parts that the dataset sends for them. */
    readonly words: ReadonlyMap<string, string>
    readonly tables: readonly JoinedTable[]
    /** The periods of which a range has whole ones; null for any days. */
    readonly unit: SelectorPlan['unit']
    /** Finds the part of the report from which a part of the dataset follows. */
    readonly findPath: (path: Path) => Path
  } | null
}

/** Returns true for a report that asks a dataset. */
export const isAsking = (written: WrittenReport): written is AskingReport =>
  written.data !== undefined && 'dataset' in written.data

/**
 * Writes the calls, keys and parts of a report that asks a dataset; null if that is not possible, which is reported. A range
 * has whole periods of `unit`; by default days, or those of longer records.
 */
export function expandQuestion(
  written: WrittenReport,
  datasets: readonly DatasetPlan[],
  onDiagnostic: Reporter,
  unit: SelectorPlan['unit'] = null,
): ExpandedReport | null {
  const root = createPlace(written.id, [], onDiagnostic)
  if (!isAsking(written)) return keepCalls(written, root)
  const { data, rows, columns, selectors } = written
  const source = datasets.find(({ id }) => id === data.dataset)
  if (source === undefined) {
    const ids = datasets.map(({ id }) => id)
    root.at('data', 'dataset').error('question', describeUnknown('dataset', data.dataset, ids))
    return null
  }
  if (!checkParts(written, source, root)) return null
  const joins = { ...findUsedJoins(source, [columns, rows.by, selectors]), ...data.with }
  const joined = Object.entries(joins).flatMap(([name, join]) => {
    const dataset = datasets.find(({ id }) => id === join.dataset)
    return dataset === undefined ? [] : [{ name, join, dataset }]
  })
  // Expressions name the measures and dimensions of a joined dataset after its name, such as `fx.currency`.
  const measures = joined.flatMap(({ name, dataset }) =>
    dataset.measures.map(({ field }) => `${name}.${field}`),
  )
  const joinedDimensions = joined.flatMap(({ name, dataset }) =>
    dataset.dimensions.map((dimension) => ({ ...dimension, id: `${name}.${dimension.id}` })),
  )
  const joinedWhere = joined.flatMap(({ name, join }) =>
    Object.entries(join.where).map(([id, values]) => [`${name}.${id}`, values] as const),
  )
  const choosable = { ...source, dimensions: [...source.dimensions, ...joinedDimensions] }
  const where = { ...data.where, ...Object.fromEntries(joinedWhere) }
  const expanded = selectors.map((selector, index) =>
    expandSelector(selector, written.id, choosable, where, root.at('selectors', index)),
  )
  const chosen = expanded.filter((one) => one !== null)
  const shownSelectors = chosen.map(({ selector }) => selector)
  const group = findGroup(rows, source, shownSelectors, measures, unit, root)
  const ofJoins = selectors.flatMap((one) =>
    'dimension' in one && one.dimension.includes('.') ? one.dimension : [],
  )
  const ofJoinNames = ofJoins.map(getSelectorName)
  const rowsOfTables = {
    source,
    grain: group === null ? null : (group.grain ?? getKeyTime(source.key).grain),
    cycles: group?.cycles ?? [],
    periodEnd: findPeriodEnd(group),
    dimensions: [
      ...(group?.dimensions ?? []),
      ...chosen.flatMap(({ dimension }) => dimension ?? []).filter((id) => !ofJoinNames.includes(id)),
      ...listPivots(columns, source),
    ],
    chosen: ofJoins,
  }
  const compiled = Object.entries(joins).map(([name, one]) =>
    compileTable(name, one, rowsOfTables, datasets, root.at('data', 'with', name)),
  )
  const tables = compiled.filter((one) => one !== null)
  const fixed = [
    ...Object.entries(data.where).flatMap(([id, values]) => (values.length === 1 ? [id] : [])),
    ...chosen.flatMap(({ selector, dimension }) =>
      // Without a choice all values are read.
      selector.kind === 'select' && selector.required && !selector.multiple ? (dimension ?? []) : [],
    ),
  ]
  const question = { source, by: rows.by, where: data.where, tables, fixed }
  const table = tables.length < compiled.length ? null : expandColumns(columns, question, group, root)
  if (chosen.length < expanded.length || group === null || table === null) return null
  const answered = { written, source, selectors: chosen, group, table }
  return {
    definition: writeDefinition(answered),
    question: {
      source,
      dataset: writeDataset(answered),
      words: table.words,
      tables,
      unit: findRangeUnit(answered),
      findPath: ([part, ...rest]) => {
        if (part === 'with') return ['data', part, ...rest]
        const period = selectors.findIndex((one) => 'kind' in one && one.kind === group.grain)
        if (part === 'grain' && group.isTime) return ['rows', 'by', 0]
        if (part === 'grain' && period >= 0) return ['selectors', period, 'kind']
        return (part === 'measures' ? table.measures[Number(rest[0])]?.path : null) ?? ['data', 'dataset']
      },
    },
  }
}

/** What the parts of a report come to that asks a dataset. */
interface QuestionParts {
  readonly written: AskingReport
  readonly source: DatasetPlan
  readonly selectors: readonly ChosenSelector[]
  readonly group: Group
  readonly table: ExpandedColumns
}

/** Writes a call of a report with parameters, each a name and its placeholder. */
function writeUrl(id: string, call: string, parameters: readonly (readonly [string, string])[]): string {
  const query = parameters.map(([name, placeholder]) => `${name}={${placeholder}}`).join('&')
  return `/v1/reports/${id}/${call}${query === '' ? '' : `?${query}`}`
}

/** Writes the dataset that answers a report. */
function writeDataset(parts: QuestionParts): DerivedDataset {
  const { written, source, selectors, group, table } = parts
  const told = [...group.dimensions, ...table.dimensions]
  const dimensions = [
    ...new Set([
      ...group.dimensions,
      ...selectors.flatMap(({ dimension }) => dimension ?? []),
      ...table.dimensions,
    ]),
  ]
  const parameters = selectors.flatMap(({ selector }) =>
    listParameters(selector).map(([name]) => [name, name] as const),
  )
  return {
    id: `report-${written.id}`,
    title: written.title.includes('{') ? written.menu.label : written.title,
    where: written.data.where,
    grain: source.key.kind === 'none' ? null : findRecordGrain(parts),
    cycles: [...group.cycles, ...table.cycles.filter((name) => !group.cycles.includes(name))],
    dimensions,
    rows: {
      by: [...group.dimensions, ...group.cycles],
      grain: group.isTime ? group.grain : null,
      hasForecast: 'forecast' in (written.chart ?? {}),
    },
    chosen: dimensions.filter((id) => !told.includes(id)),
    samples: table.samples,
    measures: table.measures.map(({ path: _path, ...measure }) => measure),
    texts: table.texts,
    endpoints: {
      list: writeUrl(written.id, 'records', parameters),
      download: writeUrl(written.id, 'download', parameters),
      ...Object.fromEntries(
        selectors.flatMap(({ list }) => (list === null ? [] : [[list, writeUrl(written.id, list, [])]])),
      ),
      ...(selectors.some(({ selector }) => selector.kind === 'select' && !selector.required) && {
        values: writeUrl(written.id, 'values/{dimension}', []),
      }),
    },
  }
}

/** Writes the report with its calls, its key and its order. */
function writeDefinition(question: QuestionParts): ReportDefinition {
  const { written, source, selectors, group, table } = question
  const { path = getUsualPath(written), tabs: _tabs, variants: _variants, ...others } = written
  const { by: _by, sort = findUsualSort(source, group), top, rest, ...ofRows } = written.rows
  const isCombined =
    !group.isOnePeriod ||
    table.samples.length > 0 ||
    table.columns.some((column) => 'pivot' in column) ||
    selectors.some(({ dimension }) => dimension !== null)
  const shownFields = [group.key, group.dimension ?? [], ...table.columns]
    .flat()
    .flatMap((one) => ('pivot' in one ? [one.pivot] : 'field' in one ? [one.field].flat() : []))
  const sent = [...keyFields, ...source.dimensions.flatMap(({ field }) => field ?? [])]
  const shownSelectors = selectors.map(({ selector }) => selector)
  const parameters = shownSelectors.flatMap(listParameters)
  return {
    ...others,
    path,
    selectors: shownSelectors,
    data: parts.data.parse({
      url: writeUrl(written.id, 'records', parameters),
      ignoreFields: sent.filter((field) => !shownFields.includes(field)),
      messages: written.data.messages,
    }),
    rows: parts.rows.parse({
      ...ofRows,
      key: group.key,
      ...(group.dimension !== null && { dimension: group.dimension }),
      missing: 'blank',
      duplicates: isCombined ? 'combine' : 'error',
      ...(group.fill !== null && { fillMissing: group.fill }),
      ...(sort !== undefined && {
        sort: sort.startsWith('-')
          ? { by: sort.slice(1), direction: 'descending' }
          : { by: sort, direction: 'ascending' },
      }),
      ...(top !== undefined && { top: { rows: top, rest } }),
    }),
    columns: table.columns,
    ...(!group.isTime &&
      group.dimension === null &&
      group.dimensions.length === 1 && { chart: others.chart ?? chartNames(table.columns) }),
    download:
      others.download ??
      parts.download.parse({
        url: writeUrl(written.id, 'download', parameters),
        fileName: `${[written.id.replaceAll('-', '_'), ...shownSelectors.map(writeFilePart)].join('_')}.xlsx`,
      }),
  }
}

/** Returns true for a report that says nothing which its dataset cannot answer; reports what it says. */
function checkParts(
  { data, selectors, tabs, variants }: AskingReport,
  { id, key, dimensions }: DatasetPlan,
  root: Place,
): boolean {
  let isValid = true
  const reject = (path: Path, message: string) => {
    isValid = false
    root.at(...path).error('question', message)
  }
  const [foreign] = Object.entries({ tabs, variants }).filter(([, value]) => value !== undefined)
  if (foreign !== undefined) {
    reject([foreign[0]], `a report that asks a dataset has no ${foreign[0]}; write a report for each`)
  }
  const rejectValue = (path: Path, message: string) => reject(['data', 'where', ...path], message)
  checkValues(rejectValue, data.where, dimensions, id)
  if (key.kind !== 'none' && selectors.length === 0) {
    reject(['selectors'], `the records of '${id}' have a time; add a selector, such as { "kind": "year" }`)
  }
  for (const [index, selector] of selectors.entries()) {
    if (key.kind !== 'none' || 'dimension' in selector) continue
    reject(['selectors', index], `the records of '${id}' have no time; leave out the selector`)
  }
  return isValid
}

/** Lists the parameters that a selector sends, each with the placeholder of its value. */
const listParameters = ({ kind, name }: SelectorDefinition): (readonly [string, string])[] =>
  kind === 'dateRange'
    ? [
        ['from', `${name}From`],
        ['to', `${name}To`],
      ]
    : [[kind === 'select' ? name : kind, name]]

/** Returns the joins of a dataset that parts of a report name, or the computed measures that these name. */
function findUsedJoins(source: DatasetPlan, written: unknown): AskingReport['data']['with'] {
  const names = new Set<string>()
  const visit = (text: string): void => {
    for (const [name] of text.matchAll(/[A-Za-z_][\w-]*(?:\.\w+)?/g)) {
      if (names.has(name)) continue
      names.add(name)
      visit(source.computed.find(({ id }) => id === name)?.value ?? '')
    }
  }
  visit(JSON.stringify(written))
  const isUsed = (table: string) => [...names].some((name) => name.startsWith(`${table}.`))
  return structuredClone(
    Object.fromEntries(Object.entries(source.with).filter(([table]) => isUsed(table))),
  ) as AskingReport['data']['with']
}

/** Writes what a file name says of a selector. The names of any values can contain what no file name can. */
const writeFilePart = (selector: SelectorDefinition): string => {
  const { kind, name } = selector
  if (kind === 'select') return `{${name}Name:snake}`
  if (kind === 'dateRange') return `{${name}From}_{${name}To}`
  if (kind === 'quarter') return `Q{${name}}`
  return kind === 'month' ? `{${name}:2}` : `{${name}}`
}

/** Returns the length of time by which the records of an answer are grouped; null for their own. */
const findRecordGrain = ({ group, table }: QuestionParts): GrainName | null =>
  table.pivotGrain ?? (table.cycles.length > 0 && !group.isTime ? group.span : group.grain)

/** Returns the periods of which a range has whole ones: those of the records, if they are longer than days. */
function findRangeUnit(parts: QuestionParts): SelectorPlan['unit'] {
  const unit = findRecordGrain(parts) ?? getKeyTime(parts.source.key).grain
  return unit === 'month' || isYearPart(unit) ? unit : null
}

/** Returns the length of time at whose end a rate can be wanted: that of the rows, or the chosen one. */
function findPeriodEnd(group: Group | null): GrainName | null {
  if (group?.isTime === true) return group.grain ?? 'day'
  return group === null || group.isRange ? null : group.span
}

/** Sorts rows of open dimensions by their names, which have no order of their own. */
const findUsualSort = ({ dimensions }: DatasetPlan, group: Group): string | undefined =>
  dimensions.some(({ id, values }) => values === null && group.dimensions.includes(id)) ? 'key' : undefined

/** Returns the chart of names, which have no order that a line could follow. Only a sole sum has rows as its parts. */
function chartNames(columns: ExpandedColumns['columns']) {
  const [column, ...others] = columns.filter((column) => 'role' in column && column.role === 'series')
  const isSum = column !== undefined && 'field' in column
  return parts.chart.parse(
    isSum && others.length === 0 ? { types: ['bar', 'pie'], pie: { over: 'rows' } } : { types: ['bar'] },
  )
}

const getUsualPath = ({ id }: Pick<WrittenReport, 'id'>): string => `/report/${id}`

/** Keeps a report that names its own calls; null if it does not say which years it offers. */
function keepCalls(
  written: Exclude<WrittenReport, { data: { dataset: string } }>,
  root: Place,
): ExpandedReport | null {
  const { selectors, path = getUsualPath(written) } = written
  const index = Array.isArray(selectors)
    ? selectors.findIndex((one) => one.kind === 'year' && one.options === undefined)
    : -1
  if (index < 0) return { definition: { ...written, path }, question: null }
  const message = "'options' is missing; allowed: the years, or a URL that returns them"
  root.at('selectors', index).error('schema-missing', message)
  return null
}
