import type { DerivedDataset, StoredDataset } from '../../../schemas/dataset/definition.ts'
import { DatasetKey } from '../../../schemas/dataset/key.ts'
import { listUnits } from '../../query/periods.ts'
import { listReads } from '../../query/formula.ts'
import type { Aggregation, QueryInput, QueryPlan, RecordRead } from '../../query/plan.ts'
import type { JoinedTable } from './joined-tables.ts'
import { type CycleName, cycles } from '../../time/cycles.ts'
import type { GrainName } from '../../time/grains.ts'
import { type Path, type ReportAt, suggest } from '../../diagnostics/diagnostic.ts'
import type { DatasetPlan, DerivationPlan, DimensionPlan } from '../../dataset/dataset-plan.ts'
import { checkValues } from './check-dataset.ts'
import { compileDerivedMeasures } from './derived-measures.ts'
import { getKeyTime, isNamed } from '../../dataset/key-spans.ts'
import { toStoredMeasure } from './source.ts'

/** A derived dataset as a stored one of the same key, dimensions and measures, and how it is computed. */
export interface Derived {
  readonly definition: StoredDataset
  readonly from: DerivationPlan
}

/** A dataset that is read, with the path of the part of the definition that names it. */
interface Source {
  readonly dataset: DatasetPlan
  readonly where: Readonly<Record<string, readonly string[]>>
  readonly path: Path
}

/** The most combinations of values that a query reads of a dataset. */
const MAX_COMBINATIONS = 1_000

/** Compiles a derived dataset, whose source and joined datasets are compiled. */
export function compileDerived(
  written: DerivedDataset,
  dataset: DatasetPlan,
  tables: readonly JoinedTable[],
  report: ReportAt,
): Derived {
  const { from, ...named } = written
  const source: Source = { dataset, where: from.where, path: ['from'] }
  const others = tables.map((table): Source => ({ ...table, path: ['with', table.name] }))
  const sources = [source, ...others]
  checkValues(report, ['from', 'where'], 'from-dimension', from.where, dataset.dimensions, dataset.id)
  const grain = compileGrain(written, source, report)
  const places = compileCycles(written, report)
  const own = compileDimensions(written, source, report)
  const dimensions = [...own, ...places.others.map(createPlaces)]
  const context = { dataset, tables, grain, isNamed: isNamed(dataset.key), report }
  const computed = compileDerivedMeasures(written.measures, context)
  const inputs = [
    compileInput(source, own),
    ...tables.map((table, index) => compileJoined(table, source, own, computed, index + 1)),
  ]
  for (const [index, { path }] of sources.entries()) {
    const { where: read = [] } = inputs[index] ?? {}
    // Only the records of closed dimensions are read by their combinations.
    const count = read.reduce((product, values) => product * (values?.length ?? 0), 1)
    if (count <= MAX_COMBINATIONS) continue
    const message = `${count} combinations of values would be read, at most ${MAX_COMBINATIONS} are allowed; limit them by 'where'`
    report([...path, 'where'], 'from-dimension', message)
  }
  return {
    definition: {
      ...named,
      key: from.grain === undefined ? dataset.key : parseKey(from.grain, places.key),
      dimensions: dimensions.map(({ field, paths, values, ...dimension }) => ({
        ...dimension,
        values: values === null ? undefined : [...values],
        field: field ?? undefined,
        paths: paths === null ? undefined : filterPaths(paths, values ?? []),
      })),
      measures: written.measures.map(toStoredMeasure),
      texts: [],
      rowTotal: [],
      expect: [],
    },
    from: {
      sources: sources.map((source) => source.dataset),
      query: {
        grain,
        cycles: places.key === undefined ? [] : [...places.others, places.key],
        inputs,
        rows: null,
        ...computed,
      },
    },
  }
}

/** The key of records of a grain, with the usual names of its fields: years, and places of a cycle, are names. */
const parseKey = (grain: GrainName, place: CycleName | undefined): StoredDataset['key'] => {
  if (place !== undefined) return DatasetKey.parse({ kind: 'text', field: place, per: grain })
  if (grain === 'year') return DatasetKey.parse({ kind: 'text', field: grain })
  return DatasetKey.parse({ kind: grain === 'day' ? 'date' : grain })
}

/** The first cycle is the key of the records, and comes last; the others are dimensions. */
function compileCycles({ from: { grain, cycles: names } }: DerivedDataset, report: ReportAt) {
  const [key, ...others] = names
  if (key !== undefined && grain !== 'month' && grain !== 'year') {
    report(
      ['from', 'cycles'],
      'from-grain',
      'places of a cycle are those of each month or year; name such a grain',
    )
    return { key: undefined, others: [] }
  }
  return { key, others }
}

const createPlaces = (name: CycleName): DimensionPlan => ({
  id: name,
  field: name,
  values: cycles[name].values,
  multiple: true,
  paths: null,
})

const filterPaths = (paths: Readonly<Record<string, string>>, values: readonly string[]) =>
  Object.fromEntries(Object.entries(paths).filter(([value]) => values.includes(value)))

/** The grain of the records; null for keys that are kept and are no such period. */
function compileGrain(
  { from: { grain, cycles: names } }: DerivedDataset,
  { dataset, path }: Source,
  report: ReportAt,
): GrainName | null {
  const time = getKeyTime(dataset.key)
  if (grain === undefined) return time?.in === 'key' ? time.grain : null
  const allowed = time === null ? [] : listUnits(time.grain)
  const place = names.find((name) => !allowed.includes(cycles[name].grain))
  if (place !== undefined) {
    const message = `the records of '${dataset.id}' have no ${place}; they are about longer periods than ${cycles[place].grain}s`
    report([...path, 'cycles'], 'from-grain', message)
  }
  if (allowed.includes(grain)) return grain
  const end = allowed.length === 0 ? 'have no period' : `can be grouped by ${allowed.join(' or ')}`
  const message = `the records of '${dataset.id}' cannot be grouped by ${grain}; they ${end}`
  report([...path, 'grain'], 'from-grain', message)
  return grain
}

/** The dimensions of the records: those of the source, with the values that are read of it. */
function compileDimensions(
  { dimensions }: DerivedDataset,
  source: Source,
  report: ReportAt,
): DimensionPlan[] {
  return dimensions.flatMap((id, index) => {
    const own = source.dataset.dimensions.find((one) => one.id === id)
    if (own !== undefined && dimensions.indexOf(id) === index) {
      // An open dimension stays open: what 'where' says of it limits the records of the source.
      return [{ ...own, values: own.values && filterValues(own, source) }]
    }
    const known = source.dataset.dimensions.map((one) => one.id)
    const end =
      own === undefined ? `not a dimension of '${source.dataset.id}'${suggest(id, known)}` : 'there twice'
    report(['dimensions', index], 'from-dimension', `'${id}' is ${end}`)
    return []
  })
}

/** The values of a dimension that are read; null for all of an open one. */
const filterValues = ({ id, values }: DimensionPlan, { where }: Source): readonly string[] | null => {
  const wanted = Object.hasOwn(where, id) ? (where[id] ?? null) : null
  return wanted === null || values === null
    ? (wanted ?? values)
    : values.filter((one) => wanted.includes(one))
}

/** Compiles what is read of a dataset; of the dimensions of the records only their values. */
function compileInput(source: Source, dimensions: readonly DimensionPlan[]): QueryInput {
  const all = source.dataset.dimensions
  return {
    time: getKeyTime(source.dataset.key),
    where: all.map((dimension) => filterValues(dimension, source)),
    by: dimensions.map(({ id }) => all.findIndex((one) => one.id === id)),
    join: null,
  }
}

/** Compiles what is read of a joined dataset: of the dimensions by which it is joined only the values of the source. */
function compileJoined(
  table: JoinedTable,
  source: Source,
  dimensions: readonly DimensionPlan[],
  { aggregations }: Pick<QueryPlan, 'aggregations'>,
  input: number,
): QueryInput {
  const { dataset, where, on, grain, inForce, rows, groupError } = table
  const getOwn = (id: string): number => {
    const index = source.dataset.dimensions.findIndex((one) => one.id === id)
    return on.find((pair) => pair.source === index)?.own ?? -1
  }
  const isAggregated = aggregations.some((aggregation) => aggregation.input === input)
  const isRead = aggregations.some((aggregation) => readsInput(aggregation, input))
  const isGrouped = isAggregated || (groupError === null && rows !== 'source')
  return {
    time: getKeyTime(dataset.key),
    where: dataset.dimensions.map((dimension, index) => {
      const values = filterValues(dimension, { dataset, where, path: [] })
      const pair = on.find(({ own }) => own === index)
      const own = source.dataset.dimensions[pair?.source ?? -1]
      const wanted = own === undefined ? null : filterValues(own, source)
      if (wanted === null || values === null) return wanted ?? values
      return values.filter((value) => wanted.includes(value))
    }),
    by: dimensions.map(({ id }) => getOwn(id)),
    join: { on, grain, inForce, rows, isGrouped, isLookedUp: isRead || !isGrouped },
  }
}

const readsInput = ({ value, weights, factor }: Aggregation, input: number): boolean =>
  [value, weights, factor]
    .flatMap((formula) => (formula === null ? [] : listReads<RecordRead>(formula)))
    .some((read) => typeof read !== 'string' && read.input === input)
