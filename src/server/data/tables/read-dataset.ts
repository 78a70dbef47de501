import { setImmediate } from 'node:timers/promises'
import { type DatasetPlan, type DerivationPlan, isStored } from '../../../dataset/dataset-plan.ts'
import { getMeasure } from '../../../query/arithmetic.ts'
import { getStoredGrain } from '../../../dataset/key-spans.ts'
import { findReach } from '../../../query/columns.ts'
import {
  extendToUnits,
  findFirstPeriod,
  listUnits,
  parsePeriod,
  type PeriodSpan,
} from '../../../query/periods.ts'
import type { QueryInput, QueryPlan } from '../../../query/plan.ts'
import { compareNames } from '../../../report/model/format.ts'
import { cycles } from '../../../time/cycles.ts'
import { createQuery, type QueryRow } from '../../../query/run-query.ts'
import type { DayRange } from '../../../time/days.ts'
import { type GrainName, grains, isDayPart } from '../../../time/grains.ts'
import type { Connection } from '../../platform/database/handle.ts'
import {
  findSourceExtent,
  groupSourceRecords,
  listSourcePeriods,
  listSourceRecords,
  listSourceValues,
} from '../sources/source-records.ts'
import type { SourceReads } from '../sources/sources.ts'
import { isSourcedPlan } from '../sources/sql.ts'
import { badRequest } from '../../platform/http/responses.ts'
import {
  ALWAYS,
  buildRecordKey,
  buildScope,
  createMatcher,
  getDimensionValues,
  getStoredPeriod,
  listWanted,
  type PeriodRange,
  type RecordRange,
  type Wanted,
  wantAll,
} from '../../../dataset/record-keys.ts'
import { createBlanks } from './blanks.ts'
import { describeGaps, describeUnmatched, type Lack, listLacks, nameDays } from './describe-unmatched.ts'
import { groupRecords, findGroupTime } from './grouped-records.ts'
import {
  findEdgeKey,
  listPeriods,
  listRecords,
  listValues,
  mapInTurns,
  createScopeOrder,
  sortByKey,
  type StoredRecord,
} from './stored-records.ts'

/** The most values of a response, and of each part of a source that is read; 1,000 days with 1,000 names. */
export const MAX_VALUES = 1_000_000

/** A text counts as values of so many characters. */
const DIGITS = 10

/** Throws 400 if records have too many values; `what` they are is named in the message. */
export function checkSize(records: readonly StoredRecord[], maxValues: number, what = 'The response'): void {
  let count = 0
  for (const { measures, texts = {} } of records) {
    count += Object.keys(measures).length
    for (const text of Object.values(texts)) count += Math.ceil(text.length / DIGITS)
  }
  if (count <= maxValues) return
  throw badRequest(
    `${what} would have ${count} values and can have ${maxValues}. Request a shorter period or fewer values of a dimension.`,
  )
}

/** Where records are: the portal's own database, and others. */
export interface RecordStore {
  readonly db: Connection
  readonly reads: SourceReads
}

/** Records, with sentences on what joined datasets lack of each other. */
export interface Answer {
  readonly records: StoredRecord[]
  readonly remarks: readonly string[]
  /** What joined datasets lack of all records, and for each measure of a record. */
  readonly lacks: readonly Lack[]
  readonly gaps: ReadonlyMap<StoredRecord, Readonly<Record<string, string>>>
  /** The records that are there for values of earlier periods alone. */
  readonly earlier: ReadonlySet<StoredRecord>
  /** What the records say of the times after the last one, to the end of the range. */
  readonly forecast: readonly StoredRecord[]
}

/** Reads the wanted records in a range, stored or computed: by key. */
export async function readAnswer(
  store: RecordStore,
  dataset: DatasetPlan,
  wanted: Wanted,
  range: RecordRange,
): Promise<Answer> {
  if (dataset.from !== null) return computeRecords(store, dataset, dataset.from, wanted, range)
  const records = isSourcedPlan(dataset)
    ? await listSourceRecords(store.reads, dataset, wanted, range)
    : await listRecords(store.db, dataset, wanted, range)
  return { records, remarks: [], lacks: [], gaps: new Map(), earlier: new Set(), forecast: [] }
}

export const readDataset = async (...read: Parameters<typeof readAnswer>): Promise<StoredRecord[]> =>
  (await readAnswer(...read)).records

async function computeRecords(
  store: RecordStore,
  dataset: DatasetPlan,
  from: DerivationPlan,
  wanted: Wanted,
  range: RecordRange,
): Promise<Answer> {
  const { sources, query, samples } = from
  const findTexts = await readTexts(store, dataset, from, wanted, range)
  const gaps = new Map<StoredRecord, Readonly<Record<string, string>>>()
  const earlier = new Set<StoredRecord>()
  const records: StoredRecord[] = []
  const remarks = new Set<string>()
  const lacks: Lack[] = []
  const forecast: StoredRecord[] = []
  let listed: ReadonlySet<string> | undefined
  for (const plan of query.columns.length > 0 || samples.length === 0 ? [query, ...samples] : samples) {
    const answer = await runPlan(store, dataset, sources, plan, wanted, range, listed)
    const named = sources.map((source, index) => nameChosen(source, dataset, plan.inputs[index], wanted))
    const isHidden = (index: number) => plan.hidden.includes(index)
    const isWanted = createMatcher(wanted.map((values, index) => (isHidden(index) ? null : values)))
    // The sum of several values is of none of them.
    const hiddenValues = wanted.map((values, index) =>
      isHidden(index) && values?.length === 1 ? values[0] : undefined,
    )
    const toRecords = (list: readonly QueryRow[]): StoredRecord[] =>
      list.flatMap(({ key, values, measures, ...row }) => {
        if (!isWanted(values)) return []
        const described = values.map((value, index) => value || (hiddenValues[index] ?? ''))
        const texts = findTexts(key, described)
        const record = {
          ...buildRecordKey(dataset, key),
          scope: buildScope(described),
          ...computed,
          measures,
          ...(texts && { texts }),
        }
        if (row.row === null) earlier.add(record)
        if (Object.keys(row.gaps).length > 0) gaps.set(record, describeGaps(named, row.gaps))
        return record
      })
    const byKey = sortByKey(toRecords(answer.rows), wanted)
    if (plan === query) {
      listed = new Set(answer.rows.flatMap(({ row }) => row ?? []))
      forecast.push(...toRecords(answer.ahead))
    }
    const sorted = plan.cycles.length > 0 ? sortByPlace(byKey, plan, wanted) : byKey
    // A call with all of them as operands can have too many.
    for (const record of sorted) records.push(record)
    for (const unmatched of answer.unmatched) {
      for (const remark of describeUnmatched(named, plan, unmatched)) remarks.add(remark)
    }
    for (const remark of answer.remarks) remarks.add(remark)
    lacks.push(...listLacks(named, plan, answer.unmatched))
  }
  return { records, remarks: [...remarks], lacks, gaps, earlier, forecast }
}

/** Reads the texts of the source, and returns the function that finds those of a row, which is one record. */
async function readTexts(
  store: RecordStore,
  dataset: DatasetPlan,
  { sources: [source], query: { inputs } }: DerivationPlan,
  wanted: Wanted,
  range: RecordRange,
): Promise<(key: string, values: readonly string[]) => StoredRecord['texts']> {
  const [input] = inputs
  if (source === undefined || input === undefined || dataset.texts.length === 0) return () => undefined
  const records = await readDataset(store, source, wantSource(input, wanted), range)
  checkSize(records, MAX_VALUES, `What is read of '${source.id}'`)
  const parts = input.by.flatMap((dimension, index) =>
    typeof dimension === 'number' && dimension >= 0 ? { dimension, index } : [],
  )
  const byRow = new Map(
    records.map(({ key, scope, texts }) => {
      const values = getDimensionValues(scope)
      return [[key, ...parts.map(({ dimension }) => values[dimension])].join('\n'), texts]
    }),
  )
  return (key, values) => byRow.get([key, ...parts.map(({ index }) => values[index])].join('\n'))
}

/** Computes the rows of a query in a range, and what only one of its datasets has. */
async function runPlan(
  store: RecordStore,
  dataset: DatasetPlan,
  sources: readonly DatasetPlan[],
  planned: QueryPlan,
  wanted: Wanted,
  range: RecordRange,
  listed?: ReadonlySet<string>,
) {
  const grouped = sources.map((source, index) => findGroupTime(planned, index, source))
  const inputs = planned.inputs.map((input, index) => ({ ...input, time: grouped[index] ?? input.time }))
  const plan = { ...planned, inputs }
  const unchosen = dataset.dimensions.find(
    (_, index) => isChosen(dataset, index) && wanted[index]?.length !== 1,
  )
  if (unchosen !== undefined) throw badRequest(`${unchosen.id} needs one value.`)
  const span = findSpan(dataset, plan.grain, range)
  const query = createQuery(plan, grains[plan.grain].end(span.last))
  const [asked] = sources
  const blanks = asked !== undefined && isStored(asked) ? createBlanks(plan, asked, span) : null
  // The records of the source read those of the datasets that are joined with it.
  for (const [index, source] of [...sources.entries()].toReversed()) {
    const input = plan.inputs[index]
    if (input === undefined) continue
    const ofSource = wantSource(input, wanted)
    if (ofSource.some((values) => values?.length === 0)) continue
    const scopes = listWanted(ofSource)?.length ?? Infinity
    const isGrouped = (grouped[index] ?? null) !== null
    for (const part of listParts(source, plan, index, isGrouped ? 0 : scopes, span)) {
      if (isGrouped) {
        const groups = isSourcedPlan(source)
          ? await groupSourceRecords(store.reads, source, plan, index, ofSource, part)
          : await groupRecords(store.db, source, plan, index, ofSource, part)
        for (const { parts, ...group } of groups) {
          query.addParts(index, group, parts)
          if (index === 0) blanks?.add(group, group.records, group.countFilled)
        }
        await setImmediate()
        continue
      }
      const records = await readDataset(store, source, ofSource, part)
      checkSize(records, MAX_VALUES, `What is read of '${source.id}'`)
      await mapInTurns(records, ({ key, period, scope, measures }) => {
        query.add(index, { key, period, measures, values: getDimensionValues(scope) })
        if (index === 0)
          blanks?.add({ key, period }, 1, (field) => (getMeasure(measures, field) === null ? 0 : 1))
      })
    }
  }
  const days = plan.rows?.hasForecast === true ? await findAhead(store, dataset, plan.grain, span) : null
  return {
    rows: query.list(span, listed),
    unmatched: query.listUnmatched(span),
    ahead: days === null ? [] : query.listForecast(days),
    remarks: [...(blanks?.describe() ?? []), ...(await describeBeginning(store, dataset, plan, span))],
  }
}

/** Finds the periods of a span after the last day with a record; null if that day is not in the span. */
async function findAhead(store: RecordStore, dataset: DatasetPlan, grain: GrainName, span: PeriodSpan) {
  const day = await findEdgeDay(store, dataset, 'last')
  if (day === null) return null
  const first = findFirstPeriod(grain, 'day', parsePeriod('day', day) + 1)
  return span.first < first && first <= span.last ? { first, last: span.last } : null
}

/** What only stored records have. */
const computed = { id: 0, createdAt: null, updatedAt: null }

/**
 * Sorts records by key, and those of one key by the place that comes last. Rows that are no times have an order of their
 * own, which must not follow from the first day or from a pivoted place: their records are sorted by the places of rows.
 */
function sortByPlace(records: readonly StoredRecord[], plan: QueryPlan, wanted: Wanted) {
  const { cycles: names, rows, inputs } = plan
  const start = inputs[0]?.by.length ?? 0
  const places = names.map((name, index) => {
    const values: readonly string[] = cycles[name].values
    const getOrder = ({ scope }: StoredRecord) =>
      values.indexOf(getDimensionValues(scope)[start + index] ?? '')
    return { index: start + index, compare: (a: StoredRecord, b: StoredRecord) => getOrder(a) - getOrder(b) }
  })
  if (rows?.grain === null) {
    const ofRows = places.filter(({ index }) => rows.values.includes(index))
    const compareRows = [...ofRows.map(({ compare }) => compare), createScopeOrder(wanted)]
    return records.toSorted((a, b) => compareRows.reduce((order, compare) => order || compare(a, b), 0))
  }
  const last = places.at(-1)
  return records.toSorted((a, b) => (a.key === b.key ? (last?.compare(a, b) ?? 0) : a.key < b.key ? -1 : 1))
}

/** Returns true for a dimension of joined datasets alone: a request chooses the value that is read of them. */
const isChosen = ({ from, dimensions }: DatasetPlan, index: number): boolean =>
  from !== null && dimensions[index]?.multiple === false

/** Names a joined dataset with the value that a request chooses of it: `Exchange rates (USD)`. */
function nameChosen(
  source: DatasetPlan,
  dataset: DatasetPlan,
  input: QueryInput | undefined,
  wanted: Wanted,
): DatasetPlan {
  const values = (input?.by ?? []).flatMap((read, index) =>
    isChosen(dataset, index) && read !== -1 ? (wanted[index] ?? []) : [],
  )
  return values.length === 0 ? source : { ...source, title: `${source.title} (${values.join(', ')})` }
}

/** Finds which records of a source count for the wanted ones. */
const wantSource = ({ where, by }: QueryInput, wanted: Wanted): Wanted =>
  where.map((values, dimension) => {
    const chosen = wanted[by.indexOf(dimension)] ?? null
    if (chosen === null || values === null) return chosen ?? values
    return chosen.filter((value) => values.includes(value))
  })

function findSpan({ key }: DatasetPlan, grain: GrainName, { first, last, keys }: RecordRange): PeriodSpan {
  if (keys !== undefined)
    return { first: parsePeriod(grain, keys.first), last: parsePeriod(grain, keys.last) }
  const period = getStoredGrain(key)
  return {
    first: findFirstPeriod(grain, period, parsePeriod(period, first)),
    last: findFirstPeriod(grain, period, parsePeriod(period, last) + 1) - 1,
  }
}

/** The most scopes whose records of a year are read at once, one by one. */
const MAX_YEARS = 50

/** Returns the ranges of a source that decide the records of a span: years, or months where a year has many records. */
function* listParts(
  { key }: DatasetPlan,
  { columns, grain, inputs }: QueryPlan,
  index: number,
  scopes: number,
  span: PeriodSpan,
): Generator<RecordRange> {
  const { time, join = null } = inputs[index] ?? {}
  if (time === undefined) return
  if (key.kind === 'none') {
    yield { first: ALWAYS, last: ALWAYS }
    return
  }
  const stored = getStoredGrain(key)
  const isLong = stored === 'day' || (scopes > MAX_YEARS && listUnits(time.grain).includes('month'))
  const reach = findReach(columns, grain, span)
  const { format, at } = grains[time.grain]
  const isWithin = listUnits(time.grain).includes(grain)
  const first = isWithin
    ? findFirstPeriod(time.grain, grain, reach.first)
    : at(grains[grain].start(reach.first))
  const last = isWithin
    ? findFirstPeriod(time.grain, grain, reach.last + 1) - 1
    : at(grains[grain].end(reach.last))
  const build = (keys: DayRange): RecordRange =>
    time.in === 'period'
      ? keys
      : { first: getStoredPeriod(key, keys.first), last: getStoredPeriod(key, keys.last), keys }
  if (join?.inForce === true) {
    yield build({ first: '', last: format(last) })
    return
  }
  for (let from = first; from <= last;) {
    const unit = extendToUnits(time.grain, { first: from, last: from }, isLong ? 'month' : 'year')
    yield build({ first: format(from), last: format(Math.min(last, unit.last)) })
    from = unit.last + 1
  }
}

/** Lists the values of a dimension that the wanted records of a stored or computed dataset have, by name. */
export async function readValues(
  store: RecordStore,
  dataset: DatasetPlan,
  index: number,
  wanted: Wanted = wantAll(dataset),
): Promise<string[]> {
  if (wanted.some((values) => values?.length === 0)) return []
  const { from } = dataset
  if (isSourcedPlan(dataset)) return listSourceValues(store.reads, dataset, index, wanted)
  if (from === null) return listValues(store.db, dataset, index, wanted)
  const values: string[] = []
  for (const [position, input] of from.query.inputs.entries()) {
    const [source, dimension] = [from.sources[position], input.by[index] ?? -1]
    const hasRows = input.join === null || input.join.rows === 'all'
    if (source === undefined || typeof dimension !== 'number' || dimension < 0 || !hasRows) continue
    values.push(...(await readValues(store, source, dimension, wantSource(input, wanted))))
  }
  return [...new Set(values)].toSorted(compareNames)
}

/** Lists the periods with records, latest first; those of a computed dataset follow from its source. */
export async function readPeriods(store: RecordStore, dataset: DatasetPlan): Promise<string[]> {
  if (isSourcedPlan(dataset)) return listSourcePeriods(store.reads, dataset)
  const { from, key } = dataset
  if (from === null) return listPeriods(store.db, dataset)
  const {
    grain,
    inputs: [input],
  } = from.query
  const [source] = from.sources
  if (source === undefined) return []
  const periods = await readPeriods(store, source)
  const span = getStoredGrain(source.key)
  if (input?.time.grain === grain) return periods
  const ownPeriods = periods.flatMap((text) => {
    const period = parsePeriod(span, text)
    const days = [grains[span].start(period), grains[span].end(period)]
    return days.map((day) => getStoredPeriod(key, grains[grain].format(grains[grain].at(day))))
  })
  return [...new Set(ownPeriods)].toSorted().toReversed()
}

/**
 * Finds the first or last day with a record, from which the records of a computed dataset are computed: a period can
 * begin before or end after it. Null if the day is not known.
 */
export async function findEdgeDay({ db, reads }: RecordStore, { from }: DatasetPlan, edge: keyof DayRange) {
  const source = from?.sources[0]
  if (source === undefined) return null
  if (source.key.kind !== 'date' && !isDayPart(source.key.kind)) return null
  if (isSourcedPlan(source)) return (await findSourceExtent(reads, source))?.[edge] ?? null
  return (await findEdgeKey(db, source, edge === 'first' ? 'min' : 'max'))?.slice(0, 10) ?? null
}

/** Says when the records begin, if they begin within a period that is read as a whole; nothing otherwise. */
async function describeBeginning(
  store: RecordStore,
  dataset: DatasetPlan,
  { grain, columns, rows }: QueryPlan,
  span: PeriodSpan,
): Promise<string[]> {
  const day = grains.day.parse((await findEdgeDay(store, dataset, 'first')) ?? '')
  if (day === null) return []
  const unit = grains[grain].at(day)
  // Rows without a time are of all periods.
  const first = rows?.grain === null ? Math.min(unit, span.first) : unit
  const isRead = findReach(columns, grain, span).first <= unit && unit <= span.last
  return isRead && day > grains[grain].start(first) ? [`Records begin on ${nameDays([day])}.`] : []
}

/** Reads the wanted records in a range of periods, stored or computed, period by period. */
export async function* readByPeriod(
  store: RecordStore,
  dataset: DatasetPlan,
  { wanted, first, last }: PeriodRange & { readonly wanted: Wanted },
): AsyncGenerator<StoredRecord[]> {
  const periods = await readPeriods(store, dataset)
  for (const period of periods.toReversed()) {
    if (period < first || period > last) continue
    yield await readDataset(store, dataset, wanted, { first: period, last: period })
  }
}
