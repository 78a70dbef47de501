import type { AlertRow } from '../../../schemas/api/alert.ts'

/** A value that an alert watches, at one step of its course. */
export interface AlertCell {
  /** What it is of, at every step: `Calls`, or `Togo, Calls`; empty if there is only one. */
  readonly subject: string
  readonly meetsCondition: boolean
  /** Whether an alert that fires goes on: false beyond the value that ends it. */
  readonly keepsFiring: boolean
  /** How far the value is from the limit, by which rows are ordered; missing for missing records. */
  readonly distance?: number
  readonly text: string
}

/** The values of one row of time, or of one period whose rows are names. */
export interface AlertStep {
  /** Its first day, and more where a day has several; sorts. */
  readonly key: string
  readonly label: string
  readonly cells: readonly AlertCell[]
}

/** What an alert did at a step: the rows since when each subject met the condition, the farthest from the limit first. */
export type AlertChange =
  | { readonly kind: 'fired'; readonly key: string; readonly rows: readonly AlertRow[] }
  | { readonly kind: 'ended'; readonly key: string }

/** How far an alert was evaluated before, and what fired then. */
export interface AlertState {
  /** The key of the last step; null if it was never evaluated. */
  readonly upTo: string | null
  /** Null if it did not fire. */
  readonly firing: { readonly from: string; readonly subjects: readonly string[] } | null
  /** What fired at the steps that were evaluated before, as `Evaluation` lists it. */
  readonly fired: readonly string[]
}

export interface Evaluation {
  /** They alternate; what happened before the first evaluation is not told. */
  readonly changes: readonly AlertChange[]
  /** What fires after the last step; empty for nothing. */
  readonly rows: readonly AlertRow[]
  /** What fires at each step: its key and the subject. */
  readonly fired: readonly string[]
}

/**
 * Evaluates lists of earlier steps whose records came late, each list on its own: between them are steps that nobody has
 * loaded.
 */
export function evaluateLate(
  lists: readonly (readonly AlertStep[])[],
  times: number,
  before: Pick<AlertState, 'fired'>,
) {
  const known = new Set(before.fired)
  const found = lists.map((steps) => {
    const { changes, fired } = evaluateAlert(steps, times, { upTo: '', firing: null, fired: [] })
    const isNew = fired.some((step) => !known.has(step))
    const firing = isNew ? changes.flatMap((change) => (change.kind === 'fired' ? [change] : [])) : []
    return { fired, firing }
  })
  const firing = found.flatMap((one) => one.firing)
  return {
    rows: firing.flatMap(({ rows }) => rows),
    /** The last step at which something fires. */
    key: firing.at(-1)?.key ?? '',
    fired: found.flatMap(({ fired }) => fired),
  }
}

interface Watched {
  rows: AlertRow[]
  distance: number
  isFiring: boolean
}

/**
 * Evaluates an alert over steps in their order: it fires once any subject meets its condition `times` in a row. A step
 * that was evaluated before is reported again only if something fires there that did not: its records came late.
 */
export function evaluateAlert(steps: readonly AlertStep[], times: number, earlier: AlertState): Evaluation {
  const [first] = steps
  const isOlder = first !== undefined && earlier.firing !== null && earlier.firing.from < first.key
  const known = isOlder ? (earlier.firing?.subjects ?? []) : []
  const watched = new Map<string, Watched>(
    known.map((subject) => [subject, { rows: [], distance: 0, isFiring: true }]),
  )
  const seen = new Set(steps.flatMap(({ cells }) => cells.map(({ subject }) => subject)))
  for (const subject of known) if (!seen.has(subject)) watched.delete(subject)

  const changes: AlertChange[] = []
  const firedBefore = new Set(earlier.fired)
  const fired: string[] = []
  let isTold = earlier.firing !== null
  const tell = (key: string) => {
    const firing = [...watched.values()].filter((one) => one.isFiring)
    const isFiring = firing.length > 0
    const rows = firing.toSorted((one, other) => other.distance - one.distance).flatMap((one) => one.rows)
    if (isFiring !== isTold) changes.push(isFiring ? { kind: 'fired', key, rows } : { kind: 'ended', key })
    isTold = isFiring
    return rows
  }
  let rows: readonly AlertRow[] = []
  for (const [index, { key, label, cells }] of steps.entries()) {
    for (const { subject, meetsCondition, keepsFiring, distance = 0, text } of cells) {
      const watch = watched.get(subject) ?? { rows: [], isFiring: false }
      const goesOn = watch.isFiring ? keepsFiring : meetsCondition
      const met = goesOn ? [...watch.rows, { subject, label, text }] : []
      const isFiring = goesOn && (watch.isFiring || met.length >= times)
      watched.set(subject, { rows: met, distance, isFiring })
    }
    const firing = [...watched].flatMap(([subject, { isFiring }]) => (isFiring ? [`${key} ${subject}`] : []))
    fired.push(...firing)
    const isLast = index === steps.length - 1
    const isLate = firing.some((step) => !firedBefore.has(step))
    if (isLast || (earlier.upTo !== null && (key > earlier.upTo || isLate))) rows = tell(key)
  }
  return { changes, rows, fired }
}
