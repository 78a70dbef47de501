import type { DerivedDataset, StoredDataset } from '../../../schemas/dataset/definition.ts'
import { DatasetKey } from '../../../schemas/dataset/key.ts'
import { listUnits } from '../../query/periods.ts'
import type { QueryInput } from '../../query/plan.ts'
import { type CycleName, cycles } from '../../time/cycles.ts'
import type { GrainName } from '../../time/grains.ts'
import { type Path, type ReportAt, suggest } from '../diagnostic.ts'
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

/** Compiles a derived dataset, whose source and joined dataset are compiled. */
export function compileDerived(
  written: DerivedDataset,
  dataset: DatasetPlan,
  joined: DatasetPlan | null,
  report: ReportAt,
): Derived {
  const { from, ...named } = written
  const { where, join } = from
  const sources: Source[] = [{ dataset, where, path: ['from'] }]
  if (joined !== null && join !== undefined) {
    sources.push({ dataset: joined, where: join.where, path: ['from', 'join'] })
  }
  for (const source of sources) {
    const { id, dimensions } = source.dataset
    checkValues(report, [...source.path, 'where'], 'from-dimension', source.where, dimensions, id)
  }
  const grain = compileGrain(written, sources, report)
  const places = compileCycles(written, report)
  const own = compileDimensions(written, sources, report)
  const dimensions = [...own, ...places.others.map(createPlaces)]
  const inputs = sources.map((source) => compileInput(source, own))
  for (const [index, { path }] of sources.entries()) {
    const count = inputs[index]?.where.reduce((product, values) => product * values.length, 1) ?? 0
    if (count <= MAX_COMBINATIONS) continue
    const message = `${count} combinations of values would be read, at most ${MAX_COMBINATIONS} are allowed; limit them by 'where'`
    report([...path, 'where'], 'from-dimension', message)
  }
  const context = { dataset, joined, grain, isNamed: isNamed(dataset.key), report }
  const computed = compileDerivedMeasures(written.measures, context)
  return {
    definition: {
      ...named,
      key: from.grain === undefined ? dataset.key : parseKey(from.grain, places.key),
      dimensions: dimensions.map(({ field, paths, values, ...dimension }) => ({
        ...dimension,
        values: [...values],
        field: field ?? undefined,
        paths: paths === null ? undefined : filterPaths(paths, values),
      })),
      measures: written.measures.map(toStoredMeasure),
      texts: [],
      rowTotal: [],
    },
    from: {
      sources: sources.map((source) => source.dataset),
      query: {
        grain,
        cycles: places.key === undefined ? [] : [...places.others, places.key],
        inputs,
        join: join?.kind ?? null,
        keepsEarlier: false,
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
  { from: { grain, cycles: names, join } }: DerivedDataset,
  sources: readonly Source[],
  report: ReportAt,
): GrainName | null {
  const [{ dataset }, joined] = sources as [Source, ...Source[]]
  const isByKey = grain === undefined || join?.kind === 'paired'
  if (isByKey && joined !== undefined && !isSameKind(dataset.key, joined.dataset.key)) {
    const way = grain === undefined ? 'group both by a grain' : `join them by "inner" or "left"`
    const message = `the keys of '${joined.dataset.id}' are of another kind than those of '${dataset.id}'; ${way}`
    report([...joined.path, 'dataset'], 'from-grain', message)
  }
  if (grain === undefined) {
    const time = getKeyTime(dataset.key)
    return time?.in === 'key' ? time.grain : null
  }
  for (const { dataset, path } of sources) {
    const time = getKeyTime(dataset.key)
    const allowed = time === null ? [] : listUnits(time.grain)
    const place = names.find((name) => !allowed.includes(cycles[name].grain))
    if (place !== undefined) {
      const message = `the records of '${dataset.id}' have no ${place}; they are about longer periods than ${cycles[place].grain}s`
      report(path.length === 1 ? [...path, 'cycles'] : [...path, 'dataset'], 'from-grain', message)
    }
    if (allowed.includes(grain)) continue
    const end = allowed.length === 0 ? 'have no period' : `can be grouped by ${allowed.join(' or ')}`
    const message = `the records of '${dataset.id}' cannot be grouped by ${grain}; they ${end}`
    report(path.length === 1 ? [...path, 'grain'] : [...path, 'dataset'], 'from-grain', message)
  }
  return grain
}

const isSameKind = (one: DatasetPlan['key'], other: DatasetPlan['key']): boolean =>
  one.kind === other.kind && (one.kind !== 'text' || other.kind !== 'text' || one.per === other.per)

/** The dimensions of the records: those of the source, with the values that are read of it. */
function compileDimensions(
  { dimensions }: DerivedDataset,
  [source, joined]: readonly Source[],
  report: ReportAt,
): DimensionPlan[] {
  return dimensions.flatMap((id, index) => {
    const path = ['dimensions', index]
    const own = source?.dataset.dimensions.find((one) => one.id === id)
    if (source === undefined || own === undefined || dimensions.indexOf(id) < index) {
      const known = source?.dataset.dimensions.map((one) => one.id) ?? []
      const end =
        own === undefined ? `not a dimension of '${source?.dataset.id}'${suggest(id, known)}` : 'there twice'
      report(path, 'from-dimension', `'${id}' is ${end}`)
      return []
    }
    const values = filterValues(own, source)
    const other = joined?.dataset.dimensions.find((one) => one.id === id)
    if (joined !== undefined && !values.every((value) => other?.values.includes(value))) {
      const message = `'${joined.dataset.id}' has no dimension '${id}' with these values, by which both could be joined`
      report(path, 'from-dimension', message)
    }
    return [{ ...own, values }]
  })
}

const filterValues = ({ id, values }: DimensionPlan, { where }: Source): readonly string[] =>
  values.filter((value) => (Object.hasOwn(where, id) ? where[id]?.includes(value) : true))

/** Compiles what is read of a dataset; of the dimensions of the records only their values. */
function compileInput(source: Source, dimensions: readonly DimensionPlan[]): QueryInput {
  const all = source.dataset.dimensions
  return {
    time: getKeyTime(source.dataset.key),
    where: all.map((dimension) => {
      const values = filterValues(dimension, source)
      const own = dimensions.find(({ id }) => id === dimension.id)
      return own === undefined ? values : values.filter((value) => own.values.includes(value))
    }),
    by: dimensions.map(({ id }) => all.findIndex((one) => one.id === id)),
  }
}
