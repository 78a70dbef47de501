import type { StoredDataset } from '../../../schemas/dataset/definition.ts'
import { DatasetTime } from '../../../schemas/dataset/time.ts'
import { listUnits } from '../../query/periods.ts'
import { type JoinedRead, listRecordReads, type QueryInput, type QueryPlan } from '../../query/plan.ts'
import { getRowField, type JoinedTable } from './joined-tables.ts'
import { type CycleName, cycles } from '../../time/cycles.ts'
import type { GrainName } from '../../time/grains.ts'
import type { ReportAt } from '../../diagnostics/diagnostic.ts'
import type { DatasetPlan, DerivationPlan, DimensionPlan } from '../../dataset/dataset-plan.ts'
import { compileDerivedMeasures, type DerivedMeasure } from './derived-measures.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { toStoredMeasure } from './source.ts'

/** A dataset that is computed from the records of others, for the report that asks it. */
export interface DerivedDataset {
  readonly id: string
  readonly title: string
  /** The values of dimensions whose records are read; all by default. */
  readonly where: Readonly<Record<string, readonly string[]>>
  /** The length of time by which records are grouped; null keeps their keys. */
  readonly grain: GrainName | null
  /** The places that repeat within a month or year: a record is about one of the first, the second is a dimension. */
  readonly cycles: readonly CycleName[]
  /** The dimensions of the source that distinguish records; the values of others are aggregated together. */
  readonly dimensions: readonly string[]
  /** Those of the dimensions by which records are only chosen. */
  readonly chosen: readonly string[]
  /** More records of each row, told apart by further dimensions or by a shorter time. */
  readonly samples: readonly SampledRecords[]
  /** The numbers of a record, each an expression over the records of the source. */
  readonly measures: readonly DerivedMeasure[]
  /** The texts of the source that records send; each row is one record. */
  readonly texts: readonly string[]
  readonly endpoints: StoredDataset['endpoints']
  /** What the rows of the report are about: dimensions and places of a cycle by name, and a length of time. */
  readonly rows: {
    readonly by: readonly string[]
    readonly grain: GrainName | null
    readonly hasForecast: boolean
  }
}

/** By what records are told apart beside what the rows are about. */
export interface SampledRecords {
  readonly dimensions: readonly string[]
  readonly time: GrainName | null
}

/** Returns the field in which sampled records say their time. */
export const getSampleField = (unit: GrainName): string => `each_${unit.replaceAll('-', '_')}`

/** A dataset that is read, with the values of dimensions whose records are read. */
interface Source {
  readonly dataset: DatasetPlan
  readonly where: Readonly<Record<string, readonly string[]>>
}

/** The most combinations of values that a query reads of a dataset. */
const MAX_COMBINATIONS = 1_000

/**
 * Compiles a dataset that is computed from the records of a source and of joined datasets: to a stored one of the same key,
 * dimensions and measures, and how it is computed.
 */
export function compileDerived(
  written: DerivedDataset,
  dataset: DatasetPlan,
  tables: readonly JoinedTable[],
  report: ReportAt,
): { readonly definition: StoredDataset; readonly from: DerivationPlan } {
  const { where, grain: unit, cycles: _, rows, samples, chosen, ...named } = written
  const source: Source = { dataset, where }
  const grain = compileGrain(written, dataset, report)
  const places = compileCycles(written, report)
  const ownDimensions = compileDimensions(written.dimensions, source, tables)
  const sampled = [...new Set(samples.flatMap((one) => one.dimensions))]
  const further = compileDimensions(
    sampled.filter((id) => !written.dimensions.includes(id)),
    source,
    tables,
    // Records of rows are of no value of them.
  ).map((dimension) => ({ ...dimension, values: null }))
  const times = [...new Set(samples.flatMap(({ time }) => time ?? []))]
  const ofPlaces = places.map((name) => createDimension(name, cycles[name].values))
  const dimensions = [
    ...ownDimensions,
    ...further,
    ...ofPlaces,
    ...times.map((unit) => createDimension(getSampleField(unit))),
  ]
  const names = dimensions.map(({ id }) => id)
  const compileQuery = (position?: number): QueryPlan => {
    const by = position === undefined ? null : (samples[position] ?? null)
    const read = [...ownDimensions, ...further].map((dimension) => {
      const isRead = ownDimensions.includes(dimension) || by?.dimensions.includes(dimension.id) === true
      return isRead ? dimension.id : null
    })
    const computed = compileDerivedMeasures(written.measures, position, { dataset, tables, grain, report })
    return {
      grain,
      cycles: places,
      times: times.map((time) => (time === by?.time ? time : null)),
      inputs: [
        compileInput(source, read, tables),
        ...tables.map((table, index) => compileJoined(table, source, read, computed, index + 1)),
      ],
      hidden: ownDimensions.flatMap(({ id }, index) =>
        findChosen(id, tables) !== undefined || (chosen.includes(id) && by?.dimensions.includes(id) !== true)
          ? index
          : [],
      ),
      rows: {
        values: rows.by.map((name) => names.indexOf(name)),
        grain: rows.grain,
        hasForecast: rows.hasForecast,
      },
      ...computed,
    }
  }
  const query = compileQuery()
  const { inputs } = query
  for (const [index, { where: read }] of inputs.entries()) {
    // Only the records of closed dimensions are read by their combinations.
    const count = read.reduce((product, values) => product * (values?.length ?? 0), 1)
    if (count <= MAX_COMBINATIONS) continue
    const message = `${count} combinations of values would be read, at most ${MAX_COMBINATIONS} are allowed; limit them by 'where'`
    const table = tables[index - 1]
    report([...(table === undefined ? [] : ['with', table.name]), 'where'], 'question', message)
  }
  return {
    definition: {
      ...named,
      summary: '',
      noun: 'record',
      ...(dataset.key.kind !== 'none' && {
        time: unit === null ? dataset.key : DatasetTime.parse({ kind: unit === 'day' ? 'date' : unit }),
      }),
      dimensions: dimensions.map(({ field, values, id }) => ({
        id,
        field: field ?? undefined,
        values: values === null ? undefined : [...values],
        multiple: findChosen(id, tables) === undefined,
      })),
      measures: written.measures.map(toStoredMeasure),
      texts: dataset.texts.filter(({ field }) => written.texts.includes(field)),
      rowTotal: [],
      expect: [],
      response: { records: 'records', metadata: {}, order: [], empty: '' },
    },
    from: {
      sources: [dataset, ...tables.map((table) => table.dataset)],
      query,
      samples: samples.map((_, position) => compileQuery(position)),
      ownDays: null,
    },
  }
}

function compileCycles({ grain, cycles: names }: DerivedDataset, report: ReportAt): readonly CycleName[] {
  if (names.length > 0 && grain !== 'day' && grain !== 'month' && grain !== 'year') {
    const message = 'hours of the day and weekdays are those of each day, month or year; choose such a period'
    report(['cycles'], 'question', message)
    return []
  }
  return names
}

const createDimension = (field: string, values: DimensionPlan['values'] = null): DimensionPlan => ({
  id: field,
  field,
  values,
  multiple: true,
  paths: null,
})

function compileGrain(
  { grain, cycles: names }: DerivedDataset,
  dataset: DatasetPlan,
  report: ReportAt,
): GrainName {
  const own = getKeyTime(dataset.key).grain
  if (grain === null) return own
  const allowed = listUnits(own)
  const place = names.find((name) => !allowed.includes(cycles[name].grain))
  if (place !== undefined) {
    const message = `the records of '${dataset.id}' have no ${place}; they are about longer periods than ${cycles[place].grain}s`
    report(['cycles'], 'question', message)
  }
  if (allowed.includes(grain)) return grain
  const message = `the records of '${dataset.id}' cannot be grouped by ${grain}; they can be grouped by ${allowed.join(' or ')}`
  report(['grain'], 'question', message)
  return grain
}

/** Lists the dimensions of the records, with the values that are read. An open dimension stays open. */
const compileDimensions = (
  dimensions: readonly string[],
  source: Source,
  tables: readonly JoinedTable[],
): DimensionPlan[] =>
  dimensions.flatMap((id): DimensionPlan[] => {
    if (findRowMeasure(id, tables) !== null) return [createDimension(id)]
    const chosen = findChosen(id, tables)
    if (chosen !== undefined) return [chosen]
    return source.dataset.dimensions
      .filter((one) => one.id === id)
      .map((own) => ({ ...own, values: own.values && filterValues(own, source) }))
  })

/** Finds the measure of a joined dataset by whose values rows are told apart; null for a dimension. */
function findRowMeasure(id: string, tables: readonly JoinedTable[]): JoinedRead | null {
  for (const [index, { name, dataset }] of tables.entries()) {
    const measure = dataset.measures.find(({ field }) => getRowField(`${name}.${field}`) === id)
    if (measure !== undefined) return { input: index + 1, measure: measure.field }
  }
  return null
}

/** Finds the dimension of a joined dataset of which a selector chooses the value that is read. */
const findChosen = (id: string, tables: readonly JoinedTable[]): DimensionPlan | undefined =>
  tables
    .flatMap(({ chosen, dataset, where }) =>
      chosen.flatMap(({ own, selector }) => {
        const dimension = dataset.dimensions[own]
        if (dimension === undefined || selector !== id) return []
        const values = filterValues(dimension, { dataset, where })
        return { ...createDimension(id, values), field: null, multiple: false }
      }),
    )
    .at(0)

/** Returns the values of a dimension that are read; null for all of an open one. */
const filterValues = ({ id, values }: DimensionPlan, { where }: Source): readonly string[] | null => {
  const allowed = Object.hasOwn(where, id) ? (where[id] ?? null) : null
  return allowed === null || values === null
    ? (allowed ?? values)
    : values.filter((one) => allowed.includes(one))
}

/** Compiles what is read of a dataset; of the dimensions of the records only their values. */
function compileInput(
  source: Source,
  dimensions: readonly (string | null)[],
  tables: readonly JoinedTable[],
): QueryInput {
  const all = source.dataset.dimensions
  return {
    time: getKeyTime(source.dataset.key),
    where: all.map((dimension) => filterValues(dimension, source)),
    by: dimensions.map((id) =>
      id === null ? -1 : (findRowMeasure(id, tables) ?? all.findIndex((one) => one.id === id)),
    ),
    join: null,
  }
}

/** Compiles what is read of a joined dataset: of the dimensions by which it is joined only the values of the source. */
function compileJoined(
  table: JoinedTable,
  source: Source,
  dimensions: readonly (string | null)[],
  { aggregations }: Pick<QueryPlan, 'aggregations'>,
  input: number,
): QueryInput {
  const { dataset, where, on, grain, inForce, rows, groupError } = table
  const getOwn = (id: string): number => {
    const choice = table.chosen.find(({ selector }) => selector === id)
    if (choice !== undefined) return choice.own
    const index = source.dataset.dimensions.findIndex((one) => one.id === id)
    return on.find((pair) => pair.source === index)?.own ?? -1
  }
  const isAggregated = aggregations.some((aggregation) => aggregation.input === input)
  const isRead = aggregations
    .flatMap(listRecordReads)
    .some((read) => typeof read !== 'string' && read.input === input)
  const isGrouped = isAggregated || (groupError === null && rows !== 'source')
  return {
    time: getKeyTime(dataset.key),
    where: dataset.dimensions.map((dimension, index) => {
      const values = filterValues(dimension, { dataset, where })
      const pair = on.find(({ own }) => own === index)
      const own = source.dataset.dimensions[pair?.source ?? -1]
      const wanted = own === undefined ? null : filterValues(own, source)
      if (wanted === null || values === null) return wanted ?? values
      return values.filter((value) => wanted.includes(value))
    }),
    by: dimensions.map((id) => (id === null ? -1 : getOwn(id))),
    join: { on, grain, inForce, rows, isGrouped, isLookedUp: isRead || !isGrouped },
  }
}
