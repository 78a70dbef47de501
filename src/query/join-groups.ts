import type { Value } from './arithmetic.ts'
import { combineParts, type Part, scaleSum } from './aggregates.ts'
import type { Group } from './columns.ts'
import { evaluate } from './formula.ts'
import type { Joined, Match } from './joins.ts'
import type { PeriodSpan } from './periods.ts'
import type { JoinedRead, QueryPlan } from './plan.ts'

/** Records of one row that belong to the same records of the joined datasets. */
export interface OpenGroup extends Group {
  readonly key: string
  readonly values: readonly string[]
  /** The row to which the records belong. */
  readonly row: string
  readonly input: number
  /** By what the records belong to those of each input: of the source to all others, of another dataset its own. */
  readonly matches: readonly (Match | null)[]
  readonly parts: (Part | null)[]
  /** Whether each input has a record of it. */
  readonly inputs: boolean[]
}

/** What one dataset has a record of, and the other has not. */
export interface Unmatched {
  readonly input: number
  /** What the joined dataset lacks. */
  readonly missing: readonly string[]
  /** What only the joined dataset has. */
  readonly extra: readonly string[]
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

export function getOrAdd<T>(map: Map<string, T>, key: string, create: () => T): T {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

/** Finds what a dataset has records of. */
function createPresence(groups: readonly OpenGroup[], joins: Joins, { inputs }: QueryPlan, input: number) {
  const join = inputs[input]?.join ?? null
  if (join?.isGrouped === true) {
    const ids = new Set(
      groups.flatMap((group) => (group.input === input ? (group.matches[input]?.id ?? []) : [])),
    )
    return (match: Match) => ids.has(match.id)
  }
  return (match: Match) => joins[input]?.has(match) ?? false
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
export function combineGroups(
  { inputs, aggregations }: QueryPlan,
  groups: readonly OpenGroup[],
  joins: Joins,
): OpenGroup[] {
  if (inputs.length < 2) return [...groups]
  const rows = new Map<string, OpenGroup>()
  for (const group of groups) {
    const row = getOrAdd(rows, group.row, () => ({ ...group, parts: [], inputs: [] }))
    row.inputs[group.input] = true
    const cell = {
      read: (name: JoinedRead) => readJoined(joins, group, name),
      at: () => null,
      list: () => [],
    }
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
  return plan.inputs.flatMap(({ join }, input): Unmatched[] => {
    const joined = joins[input] ?? null
    if (join === null || joined === null) return []
    const isPresent = createPresence(groups, joins, plan, input)
    const list = (source: number, isLeft: (match: Match) => boolean) => [
      ...new Set(
        listed.flatMap(({ input: own, matches }) => {
          const match = own === source ? (matches[input] ?? null) : null
          return match !== null && isLeft(match) ? joined.describe(match) : []
        }),
      ),
    ]
    const ofSource = new Set(
      groups.flatMap((group) => (group.input === 0 ? (group.matches[input]?.id ?? []) : [])),
    )
    return [
      {
        input,
        missing: list(0, (match) => !isPresent(match) || (join.isLookedUp && !joined.has(match))),
        extra: list(input, ({ id }) => !ofSource.has(id)),
      },
    ]
  })
}

export const isWithin = (span: PeriodSpan | null, time: number): boolean =>
  span === null || (span.first <= time && time <= span.last)
