import type { Bounds, DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getDatasetKeyKind } from '../../definition/datasets/keys/index.ts'
import { getSentList } from '../../definition/datasets/measures/index.ts'
import type { Connection } from '../../server/database/handle.ts'
import { isKnownScope, UnknownMeasures } from '../../server/datasets/orphans.ts'
import { joinKey } from '../../server/datasets/record-key.ts'
import { type ScannedRecord, scanRecords } from '../../server/datasets/scan.ts'
import { quoteText, sanitize } from './import/errors.ts'
import { isMonth, isYear } from '../../server/datasets/keys/period-text.ts'
import { getStoredKeyKind } from '../../server/datasets/keys/index.ts'
import { hasDecimals } from '../../../schemas/api/amount.ts'
import { addAmounts, getAmount, getFixedNames, getSummands, isSum } from '../../server/datasets/amounts.ts'
import { isKnownAmount } from '../../server/datasets/known-amounts.ts'
import { findNames } from '../../server/datasets/names.ts'

/** What was found of one dataset. */
export interface CheckResult {
  readonly records: number
  /** The first faults in words, and how many there are. */
  readonly told: readonly string[]
  readonly count: number
  /** Measures that the definition has no more. */
  readonly measures: readonly string[]
}

/** Reads every record of a dataset, some at a time, for what its definition does not allow. */
export async function checkRecords(
  db: Connection,
  dataset: DatasetPlan,
  most: number,
  progress: (records: number) => void,
): Promise<CheckResult> {
  const told: string[] = []
  const unknown = new UnknownMeasures()
  let [records, count] = [0, 0]
  const tell = (place: string, fault: string) => {
    count += 1
    if (told.length < most) told.push(`${[dataset.id, place].join(' ').trim()}: ${fault}`)
  }
  const names = new NameLists(db, dataset, tell)
  for await (const page of scanRecords(db, dataset.id)) {
    for (const record of page) {
      unknown.note(dataset, record)
      // Records of values that the definition does not have are told as such, and have no rules.
      if (!isKnownScope(dataset, record.scope)) continue
      const place = placeOf(dataset, record)
      const fault = keyFault(dataset, record)
      if (fault !== null) tell(place, fault)
      for (const one of findAmountErrors(dataset, record)) tell(place, one)
      await names.note(record)
    }
    records += page.length
    progress(records)
  }
  await names.end()
  return { records, told, count, measures: unknown.names }
}

function placeOf({ key: plan }: DatasetPlan, { scope, period, key }: ScannedRecord): string {
  const { isNamed } = getDatasetKeyKind(plan)
  const name = isNamed ? [period, quoteText(key)].join(' ').trim() : joinKey({ period, key })
  return [scope, name].filter((text) => text !== '').join(' ')
}

/** What is wrong with a stored key or its period; null if nothing is. */
function keyFault({ key: plan }: DatasetPlan, { period, key }: ScannedRecord): string | null {
  const { isKey, periodOf } = getStoredKeyKind(plan)
  if (!isKey(key)) return `its key ${quoteText(key)} is no ${plan.kind}`
  const expected = periodOf(key, period)
  if (expected !== period) return `its period is ${quoteText(period)}, not ${expected}`
  const span = getDatasetKeyKind(plan).period(plan)
  if (isSpan[span](period)) return null
  return `its period ${quoteText(period)} is no ${span === 'none' ? 'empty one' : span}`
}

const isSpan = { none: (text: string) => text === '', year: isYear, month: isMonth }

/** What is wrong with the figures of a record: those beyond their bounds, and sums that do not add up. */
function findAmountErrors(dataset: DatasetPlan, { scope, figures }: ScannedRecord): string[] {
  const faults: string[] = []
  for (const [name, value] of Object.entries(figures)) {
    const measure = dataset.measures.find(({ field }) => field === name)
    const bounds = measure ?? dataset.group
    // What the definition has no more has no bounds either.
    if (bounds === null || !isKnownAmount(dataset, scope, name)) continue
    const fault = boundsFault(value, bounds)
    if (fault !== null) faults.push(`${sanitize(name)} is ${value}, ${fault}`)
    if (measure === undefined || measure.sum === null) continue
    const summands = getSummands(dataset, measure.sum)
    const sum = addAmounts(summands.map((part) => getAmount(figures, part) ?? 0))
    if (!isSum(value, sum, summands.length))
      faults.push(`${name} is ${value}, and the record adds up to ${sum}`)
  }
  return faults
}

function boundsFault(value: number, { min, max, decimals }: Bounds): string | null {
  if (value < min) return `and the least allowed is ${min.toLocaleString('en')}`
  if (value > max) return `and the largest allowed is ${max.toLocaleString('en')}`
  return hasDecimals(value, decimals) ? null : `and has more decimals than ${decimals}`
}

/** Compares the lists of names with the figures of each period; records come by scope and period. */
class NameLists {
  readonly #db: Connection
  readonly #dataset: DatasetPlan
  readonly #tell: (place: string, fault: string) => void
  readonly #fixed: ReadonlySet<string>
  /** The periods that have records; there are as many as months. */
  readonly #seen = new Set<string>()
  #current: { readonly scope: string; readonly period: string; readonly names: Set<string> } | null = null

  constructor(db: Connection, dataset: DatasetPlan, tell: (place: string, fault: string) => void) {
    this.#db = db
    this.#dataset = dataset
    this.#tell = tell
    this.#fixed = getFixedNames(dataset)
  }

  async note({ scope, period, figures }: ScannedRecord): Promise<void> {
    if (getSentList(this.#dataset.group) === null) return
    if (this.#current?.scope !== scope || this.#current.period !== period) {
      await this.#compare()
      this.#current = { scope, period, names: new Set() }
    }
    for (const name of Object.keys(figures)) if (!this.#fixed.has(name)) this.#current.names.add(name)
  }

  /** Compares the last period, and tells the lists of periods without records. */
  async end(): Promise<void> {
    const { group, id } = this.#dataset
    if (group === null || getSentList(group) === null) return
    await this.#compare()
    const lists = await this.#db
      .selectFrom('dataset_names')
      .select(['scope', 'period'])
      .where('dataset', '=', id)
      .where('names', '<>', '[]')
      .orderBy('scope')
      .orderBy('period')
      .execute()
    for (const { scope, period } of lists) {
      if (this.#seen.has(`${scope} ${period}`)) continue
      this.#tell(`${scope} ${period}`.trim(), `there is a list of ${group.noun}s and no record`)
    }
  }

  async #compare(): Promise<void> {
    if (this.#current === null) return
    const { scope, period, names } = this.#current
    const [list] = await findNames(this.#db, this.#dataset, scope, { first: period, last: period })
    const listed = new Set(list?.names)
    const place = `${scope} ${period}`.trim()
    this.#seen.add(`${scope} ${period}`)
    for (const name of names) {
      if (!listed.has(name)) this.#tell(place, `${quoteText(name)} has figures and is not listed`)
    }
    for (const name of listed) {
      if (!names.has(name)) this.#tell(place, `${quoteText(name)} is listed and has no figure`)
    }
  }
}
