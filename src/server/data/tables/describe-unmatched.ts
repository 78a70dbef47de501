import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import type { Gap } from '../../../query/columns.ts'
import type { QueryRow } from '../../../query/run-query.ts'
import { getOrAdd } from '../../../query/get-or-add.ts'
import type { Unmatched } from '../../../query/join-groups.ts'
import type { Match } from '../../../query/joins.ts'
import { listAffected, type QueryPlan } from '../../../query/plan.ts'
import { compareNames } from '../../../report/model/format.ts'
import { describeMissingRows } from '../../../report/table/rows-without-record.ts'
import { formatDay, listDays } from '../../../time/days.ts'
import { grains } from '../../../time/grains.ts'

/** What a joined dataset lacks, with the measures that are not whole without it. */
export interface Lack {
  /** Names the missing records, as a sentence. */
  readonly text: string
  readonly fields: readonly string[]
}

const MAX_NAMED = 5

/** Returns true if a row or a number reads a joined dataset. */
const isUsed = (plan: QueryPlan, input: number): boolean =>
  listAffected(plan, { input, measures: null }).length > 0 ||
  plan.inputs.some(({ by }) => by.some((read) => typeof read !== 'number' && read.input === input))

/** Describes what only one of two joined datasets has, as sentences; none if it changes neither rows nor numbers. */
export function describeUnmatched(
  sources: readonly DatasetPlan[],
  plan: QueryPlan,
  { input, missing, extra }: Unmatched,
): string[] {
  const rows = plan.inputs[input]?.join?.rows ?? 'source'
  if (rows === 'source' && !isUsed(plan, input)) return []
  const describe = (of: number, matches: readonly Match[], consequence: string): string[] => {
    if (matches.length === 0) return []
    const [title = '', names] = [sources[of]?.title, nameMatches(matches)]
    return rows === 'both'
      ? [`Not counted, because ${title} has no record of it: ${names}.`]
      : [`${title} has no record of ${names}${consequence}.`]
  }
  return [
    ...describe(
      input,
      missing.map(({ match }) => match),
      '; sums and means that need one leave these out',
    ),
    ...describe(0, extra, '; rows without any do not count it'),
  ]
}

const describeMissing = (sources: readonly DatasetPlan[], input: number, gaps: readonly Gap[]): string =>
  `${sources[input]?.title ?? ''} has no record of ${nameMatches(gaps.map(({ match }) => match))}.`

/** Lists what joined datasets lack of all records, with the columns that read it. */
export const listLacks = (
  sources: readonly DatasetPlan[],
  plan: QueryPlan,
  unmatched: readonly Unmatched[],
): Lack[] =>
  unmatched.flatMap(({ input, missing }) => {
    const byMeasures = new Map<string, Gap[]>()
    for (const gap of missing) getOrAdd(byMeasures, JSON.stringify(gap.measures), (): Gap[] => []).push(gap)
    const kinds = [...byMeasures.values()].map((gaps) => ({
      gaps,
      fields: gaps.slice(0, 1).flatMap((gap) => listAffected(plan, gap)),
    }))
    const byKinds = new Map<string, { gaps: readonly Gap[]; fields: string[] }>()
    for (const { name } of plan.columns) {
      const lacking = kinds.filter(({ fields }) => fields.includes(name))
      const id = lacking.map((kind) => kinds.indexOf(kind)).join()
      getOrAdd(byKinds, id, () => ({ gaps: lacking.flatMap(({ gaps }) => gaps), fields: [] })).fields.push(
        name,
      )
    }
    return [...byKinds.values()].flatMap(({ gaps, fields }) =>
      gaps.length === 0 ? [] : { text: describeMissing(sources, input, gaps), fields },
    )
  })

/** Says for each measure of a row what joined datasets lack of its records. */
export function describeGaps(sources: readonly DatasetPlan[], row: QueryRow['gaps']) {
  const describe = (gaps: readonly Gap[]): string =>
    [...sources.keys()]
      .map((input) => gaps.filter((gap) => gap.input === input))
      .flatMap((lacks, input) => (lacks.length === 0 ? [] : describeMissing(sources, input, lacks)))
      .join(' ')
  return Object.fromEntries(Object.entries(row).map(([field, gaps]) => [field, describe(gaps)]))
}

/** Names records by their values, each with its times: `Ghana (4 to 6 March 2025) and Togo (5 March 2025)`. */
function nameMatches(matches: readonly Match[]): string {
  const grain = matches[0]?.grain ?? null
  const times = new Map<string, Set<number>>()
  for (const { values, time } of matches) {
    const name = values.join(' ')
    times.set(name, (times.get(name) ?? new Set()).add(time))
  }
  // Another database answers in any order.
  const ordered = [...times].toSorted(([left], [right]) => compareNames(left, right))
  const names = ordered.map(([name, ofName]) => {
    if (grain === null) return name
    const keys = [...ofName].toSorted((left, right) => left - right)
    const text = grain === 'day' ? nameDays(keys) : listNames(keys.map(grains[grain].format))
    return name === '' ? text : `${name} (${text})`
  })
  return listNames(names)
}

/** Names days in their order: `4 to 6 March 2025`. */
export function nameDays(days: readonly number[]): string {
  const missing = new Set(days.map(formatDay))
  const range = { first: formatDay(days[0] ?? 0), last: formatDay(days.at(-1) ?? 0) }
  const rows = listDays(range).map((key) => ({
    key,
    label: key,
    values: [],
    hasRecord: !missing.has(key),
    isRest: false,
  }))
  return describeMissingRows({ keyKind: 'date', hiddenRows: 0, rows })?.text ?? ''
}

function listNames(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).join(', ')
  return names.length <= MAX_NAMED ? named : `${named} and ${names.length - MAX_NAMED} more`
}
