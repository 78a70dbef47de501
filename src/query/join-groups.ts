import type { Value } from './arithmetic.ts'
import { combineParts, type Part, scaleSum } from './aggregates.ts'
import type { Gap, Group } from './columns.ts'
import { evaluate, noPlaces } from './formula.ts'
import { getOrAdd } from './get-or-add.ts'
import type { Joined, Match } from './joins.ts'
import type { PeriodSpan } from './periods.ts'
import type { JoinedRead, QueryPlan } from './plan.ts'

/** Records of one row that belong to the same records of the joined datasets. */
export interface OpenGroup extends Group {
  readonly key: string
  readonly values: readonly string[]
  readonly row: string
  readonly input: number
  /** By what the records belong to those of each input: of the source to all others, of another dataset its own. */
  readonly matches: readonly (Match | null)[]
  readonly parts: (Part | null)[]
  /** The inputs that have a record of it. */
  readonly inputs: Set<number>
}

/** What one dataset has a record of, and another has not. */
export interface Unmatched {
  readonly input: number
  /** What it lacks of the rows. */
  readonly missing: readonly Gap[]
  /** What only it has, and what is in no row. */
  readonly extra: readonly Match[]
}

export type Joins = readonly (Joined | null)[]

/** Reads a measure of the record of another dataset that belongs to a group. */
export function readJoined(
  joins: Joins,
  { matches }: Pick<OpenGroup, 'matches'>,
  { input, measure }: JoinedRead,
): Value {
  const [joined, match] = [joins[input] ?? null, matches[input] ?? null]
  return joined === null || match === null ? null : joined.read(match, measure)
}

function createPresence(groups: readonly OpenGroup[], joins: Joins, { inputs }: QueryPlan, input: number) {
  const join = inputs[input]?.join ?? null
  if (join?.isGrouped === true) {
    const ids = new Set(
      groups.flatMap((group) => (group.input === input ? (group.matches[input]?.id ?? []) : [])),
    )
    return (match: Match) => ids.has(match.id)
  }
  return (match: Match) => joins[input]?.listBlanks(match)?.length === 0
}

/** Returns what a joined dataset alone has in a group; null for none. */
function createExtras(groups: readonly OpenGroup[], { inputs }: QueryPlan) {
  const ofSource = inputs.map(
    (_, input) =>
      new Set(groups.flatMap((group) => (group.input === 0 ? (group.matches[input]?.id ?? []) : []))),
  )
  return ({ input, matches }: OpenGroup): Match | null => {
    const match = matches[input] ?? null
    return match === null || ofSource[input]?.has(match.id) === true ? null : match
  }
}

/** Creates what finds the gaps of a group: those of joined datasets, and of the source in rows that only another has. */
function createGaps(plan: QueryPlan, groups: readonly OpenGroup[], joins: Joins) {
  const listMissing = plan.inputs.map(({ join }, input) => {
    const joined = joins[input] ?? null
    if (join === null || joined === null) return () => []
    const isPresent = createPresence(groups, joins, plan, input)
    return (match: Match): Gap['measures'] => {
      if (!join.isGrouped) return joined.listBlanks(match)
      if (!isPresent(match)) return null
      return join.isLookedUp ? joined.listBlanks(match) : []
    }
  })
  const findExtra = createExtras(groups, plan)
  return (group: OpenGroup): Gap[] => {
    if (group.input > 0) {
      const match = plan.inputs[group.input]?.join?.rows === 'all' ? findExtra(group) : null
      return match === null ? [] : [{ input: 0, match, measures: null }]
    }
    return group.matches.flatMap((match, input) => {
      const measures = (match && listMissing[input]?.(match)) ?? null
      return match === null || measures?.length === 0 ? [] : { input, match, measures }
    })
  }
}

/** Keeps the groups of records that every dataset has which is joined so. */
export function keepBoth(plan: QueryPlan, groups: readonly OpenGroup[], joins: Joins): readonly OpenGroup[] {
  const paired = plan.inputs.flatMap(({ join }, input) => (join?.rows === 'both' ? input : []))
  if (paired.length === 0) return groups
  const presences = paired.map((input) => createPresence(groups, joins, plan, input))
  const sources = new Set(
    groups.filter(
      ({ input, matches }) =>
        input === 0 &&
        paired.every((joined, index) => {
          const match = matches[joined] ?? null
          return match !== null && presences[index]?.(match) === true
        }),
    ),
  )
  const used = plan.inputs.map(
    (_, input) => new Set([...sources].flatMap(({ matches }) => matches[input]?.id ?? [])),
  )
  return groups.filter(
    (group) =>
      sources.has(group) ||
      (group.input > 0 &&
        (!paired.includes(group.input) ||
          used[group.input]?.has(group.matches[group.input]?.id ?? '') === true)),
  )
}

/** Combines what is known of groups to what is known of their rows. */
export function combineGroups(plan: QueryPlan, groups: readonly OpenGroup[], joins: Joins): OpenGroup[] {
  const { inputs, aggregations } = plan
  if (inputs.length < 2) return [...groups]
  const rows = new Map<string, OpenGroup & { readonly gaps: Gap[] }>()
  const findGaps = createGaps(plan, groups, joins)
  for (const group of groups) {
    const row = getOrAdd(rows, group.row, () => ({
      ...group,
      parts: [],
      inputs: new Set<number>(),
      gaps: [],
    }))
    row.gaps.push(...findGaps(group))
    row.inputs.add(group.input)
    const cell = { ...noPlaces, read: (name: JoinedRead) => readJoined(joins, group, name) }
    for (const [index, { aggregate, factor }] of aggregations.entries()) {
      const part = group.parts[index] ?? null
      if (part === null) continue
      const scale = factor === null ? 1 : evaluate(factor, cell)
      if (scale === null) continue
      const scaled = factor === null ? part : scaleSum(part, scale)
      row.parts[index] = combineParts(aggregate, row.parts[index] ?? null, scaled)
    }
  }
  return [...rows.values()]
}

/** Lists what only one of two datasets has in the rows of a span. */
export function listUnmatched(
  plan: QueryPlan,
  groups: readonly OpenGroup[],
  joins: Joins,
  span: PeriodSpan | null,
): Unmatched[] {
  const listed = groups.filter(({ time }) => isWithin(span, time))
  const gaps = listed.flatMap(createGaps(plan, groups, joins))
  const findExtra = createExtras(groups, plan)
  return plan.inputs.map(({ join }, input) => {
    const missing = gaps.filter((gap) => gap.input === input)
    const own = join?.rows === 'all' ? [] : listed.filter((group) => group.input === input)
    const extra = own.flatMap((group) => findExtra(group) ?? [])
    return {
      input,
      missing: [...new Map(missing.map((gap) => [gap.match.id, gap])).values()],
      extra: [...new Map(extra.map((match) => [match.id, match])).values()],
    }
  })
}

export const isWithin = (span: PeriodSpan | null, time: number): boolean =>
  span === null || (span.first <= time && time <= span.last)
