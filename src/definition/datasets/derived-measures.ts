import type { z } from 'zod'
import { derivedMeasureSchemas } from '../../../schemas/dataset/derived.ts'
import type { DerivedDataset } from '../../../schemas/dataset/definition.ts'
import type { AggregateName } from '../../query/aggregates.ts'
import { listOperands } from '../../query/columns.ts'
import type { GrainName } from '../../time/grains.ts'
import { listUnits } from '../../query/periods.ts'
import type {
  AggregatedColumn,
  ColumnSource,
  Frame,
  QueryColumn,
  QueryMeasure,
  QueryPlan,
} from '../../query/plan.ts'
import { canMatch, suggestNames } from '../compatibility/name-patterns.ts'
import { type Path, type ReportAt, suggest } from '../diagnostic.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { findKindName } from '../schema-diagnostics.ts'

/** What the measures of a derived dataset are compiled against. */
interface MeasuresContext {
  readonly dataset: DatasetPlan
  readonly joined: DatasetPlan | null
  readonly grain: GrainName | null
  /** Whether records are about names, which are compared within their period. */
  readonly isNamed: boolean
  readonly report: ReportAt
}

interface Context extends MeasuresContext {
  /** The columns before it. */
  readonly before: readonly QueryColumn[]
}

type Definitions = { [K in keyof typeof derivedMeasureSchemas]: z.infer<(typeof derivedMeasureSchemas)[K]> }

/** Compiles the measures of a derived dataset to the columns of its query, in their order. */
export function compileDerivedMeasures(
  measures: DerivedDataset['measures'],
  context: MeasuresContext,
): QueryColumn[] {
  const before: QueryColumn[] = []
  for (const [index, measure] of measures.entries()) {
    const report: ReportAt = (key, ...error) => context.report(['measures', index, ...key], ...error)
    before.push({ ...compileMeasure(measure, { ...context, before, report }), name: measure.field })
  }
  return before
}

/** Compiles a measure: it is of the first kind of the schemas whose name is one of its keys. */
function compileMeasure(measure: Definitions[keyof Definitions], context: Context): ColumnSource {
  const kind = findKindName(derivedMeasureSchemas, measure)
  const compile: (one: never, within: Context) => ColumnSource = derivedKinds[kind]
  return compile(measure as never, context)
}

/** Every kind of derived measure. */
const derivedKinds: {
  readonly [K in keyof Definitions]: (measure: Definitions[K], context: Context) => ColumnSource
} = {
  sum: ({ sum, over }, context) => {
    const column = compileAggregate('sum', { sum }, over, context)
    checkSummed('sum', column.measure, context)
    return column
  },
  running: ({ running, per }, context) => {
    const column = compileAggregate('sum', { running }, undefined, context)
    checkSummed('running', column.measure, context)
    checkUnit(per, ['per'], context)
    checkLonger(per, ['per'], context)
    return { ...column, frame: { last: 1, unit: per, current: true } }
  },
  mean: ({ mean, over }, context) => compileAggregate('mean', { mean }, over, context),
  weightedMean: ({ weightedMean, by, over }, context) => {
    const weights = findMeasure('by', by, context)
    const column = compileAggregate('weightedMean', { weightedMean }, over, context)
    if (weights.input !== column.measure.input) {
      context.report(['by'], 'from-measure', `'${by}' is of another dataset than '${weightedMean}'`)
    }
    return { ...column, weights }
  },
  min: ({ min, over }, context) => compileAggregate('min', { min }, over, context),
  max: ({ max, over }, context) => compileAggregate('max', { max }, over, context),
  count: ({ count, over }, context) => compileAggregate('count', { count }, over, context),
  first: ({ first, over }, context) => compileAggregate('first', { first }, over, context),
  last: ({ last, over }, context) => compileAggregate('last', { last }, over, context),
  product: ({ product, by }, context) => compileBinary('product', product, { by }, context),
  ratio: ({ ratio, to }, context) => compileBinary('ratio', ratio, { to }, context),
  difference: ({ difference, minus }, context) => compileBinary('difference', difference, { minus }, context),
  scale: ({ scale, by }, context) => ({ kind: 'scale', operand: findColumn('scale', scale, context), by }),
  share: ({ share, of }, context) => {
    const operand = findColumn('share', share, context)
    const column = context.before[operand]
    if (column !== undefined && !(column.kind === 'aggregate' && isAdditive(column, context.before))) {
      const message = `'${share}' is not a sum or count, so that its values are no parts of a whole`
      context.report(['share'], 'from-sum', message)
    }
    return { kind: 'share', operand, of: compileOf(of, context) }
  },
  rank: ({ rank, of }, context) => {
    return { kind: 'rank', operand: findColumn('rank', rank, context), of: compileOf(of, context) }
  },
  change: ({ change, since }, context) => {
    if (context.grain === null) reportNoPeriod(['change'], context)
    return { kind: 'change', operand: findColumn('change', change, context), since }
  },
}

/** Compiles an aggregate of a measure, which is written in one key. */
function compileAggregate(
  aggregate: AggregateName,
  written: Readonly<Record<string, string>>,
  over: Frame | undefined,
  context: Context,
): AggregatedColumn {
  if (over !== undefined) checkUnit(over.unit, ['over', 'unit'], context)
  const [[key, name] = ['', '']] = Object.entries(written)
  const measure = findMeasure(key, name, context)
  return { kind: 'aggregate', aggregate, measure, weights: null, frame: over ?? null }
}

/** Compiles what is computed from two earlier columns; `written` is the key of the second. */
function compileBinary<K extends 'product' | 'ratio' | 'difference'>(
  kind: K,
  first: string,
  written: Readonly<Record<string, string>>,
  context: Context,
) {
  const [[key, second] = ['', '']] = Object.entries(written)
  return { kind, operands: [findColumn(kind, first, context), findColumn(key, second, context)] } as const
}

/** Finds a measure of the source, or of the joined dataset by its id and a dot. */
function findMeasure(key: string, name: string, { dataset, joined, report }: Context): QueryMeasure {
  const prefix = joined === null ? null : `${joined.id}.`
  const isJoined = prefix !== null && name.startsWith(prefix)
  const own = isJoined ? name.slice(prefix.length) : name
  const source = isJoined ? joined : dataset
  if (source !== null && !canMatch(own, source)) {
    const others = isJoined ? [] : (joined?.measures ?? []).map(({ field }) => `${joined?.id}.${field}`)
    const message = `'${own}' is not a measure of '${source.id}'${suggestNames(source, own, others)}`
    report([key], 'from-measure', message)
  }
  return { input: isJoined ? 1 : 0, name: own }
}

/** Finds an earlier column by its name. */
function findColumn(key: string, name: string, { before, report }: Context): number {
  const index = before.findIndex((column) => column.name === name)
  const known = before.map((column) => column.name)
  if (index < 0) report([key], 'from-measure', `'${name}' is not an earlier field${suggest(name, known)}`)
  return index
}

/**
 * Returns true if the values of a column are parts of a whole, so that their sum means something. Of the places of a cycle it
 * does for means, too: those of the hours of a day add up to that of a day.
 */
export function isAdditive(column: QueryColumn, columns: readonly QueryColumn[], ofPlaces = false): boolean {
  if (column.kind === 'aggregate') {
    const { aggregate, frame } = column
    return ofPlaces
      ? ['sum', 'count', 'mean'].includes(aggregate)
      : frame === null && ['sum', 'count'].includes(aggregate)
  }
  const operands = listOperands(column, columns)
  const isOperandAdditive = (one: QueryColumn) => isAdditive(one, columns, ofPlaces)
  if (column.kind === 'product') return operands.some(isOperandAdditive)
  return ['difference', 'scale'].includes(column.kind) && operands.every(isOperandAdditive)
}

/** Returns true if a record can lack a column's value while it has others. */
export function canBeBlank(
  column: QueryColumn,
  { columns, join }: Pick<QueryPlan, 'columns' | 'join'>,
): boolean {
  if (column.kind === 'aggregate') {
    const { measure, frame, aggregate } = column
    return (
      (join === 'left' && measure.input === 1) || frame?.current === false || aggregate === 'weightedMean'
    )
  }
  if (!['product', 'difference', 'scale'].includes(column.kind)) return true
  return listOperands(column, columns).some((one) => canBeBlank(one, { columns, join }))
}

/** Names a column that is not added up, for messages. */
export const describeColumn = (column: QueryColumn): string =>
  column.kind !== 'aggregate'
    ? `a ${column.kind}`
    : `the ${column.aggregate} of ${column.frame === null ? 'its' : 'several'} records`

/** Reports a sum of values that are no parts of a whole, such as ratios. */
function checkSummed(key: string, { input, name: own }: QueryMeasure, context: Context): void {
  const source = input === 0 ? context.dataset : context.joined
  const aggregate = source?.source?.measures.find(({ field }) => field === own)?.aggregate ?? 'sum'
  if (aggregate !== 'sum' && aggregate !== 'count') {
    const message = `'${own}' of '${source?.id}' is a ${aggregate}, whose sum has no meaning; use what it is computed from`
    context.report([key], 'from-sum', message)
  }
  const column = source?.from?.query.columns.find((one) => one.name === own)
  if (column === undefined || isAdditive(column, source?.from?.query.columns ?? [])) return
  const message = `'${own}' of '${source?.id}' is ${describeColumn(column)}, whose sum has no meaning; use what it is computed from`
  context.report([key], 'from-sum', message)
}

/** Checks that a unit consists of whole periods of the records. */
function checkUnit(unit: Frame['unit'], key: Path, context: Context): void {
  const { grain, report } = context
  if (grain === null) reportNoPeriod(key, context)
  else if (!listUnits(grain).includes(unit)) {
    const allowed = listUnits(grain).join(', ')
    report(key, 'from-unit', `a ${unit} does not consist of whole ${grain}s; allowed are ${allowed}`)
  }
}

function compileOf(of: Frame['unit'] | undefined, context: Context): Frame['unit'] | null {
  if (context.isNamed && context.grain === null) {
    const message = 'names are compared within their period; leave it out'
    if (of !== undefined) context.report(['of'], 'from-unit', message)
    return null
  }
  const key = of === undefined ? [] : ['of']
  checkUnit(of ?? 'year', key, context)
  checkLonger(of ?? 'year', key, context)
  return of ?? 'year'
}

/** Checks that a period has several records. */
function checkLonger(unit: Frame['unit'], key: Path, { grain, report }: Context): void {
  if (unit === grain) report(key, 'from-unit', `a ${unit} is one record here; name a longer unit`)
}

function reportNoPeriod(key: Path, { report }: Context): void {
  const message =
    'the records are not about a day, week, month or quarter; name a grain, by which they are grouped'
  report(key, 'from-unit', message)
}
