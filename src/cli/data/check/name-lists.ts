import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import type { Connection } from '../../../server/database/handle.ts'
import { getFixedNames } from '../../../server/datasets/amounts.ts'
import { findNames } from '../../../server/datasets/names.ts'
import type { ScannedRecord } from '../../../server/datasets/scan.ts'
import { quoteText } from '../import/errors.ts'

/** Compares the lists of names with the figures of each period; records come by scope and period. */
export class NameLists {
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
    if (this.#dataset.group?.kind !== 'list') return
    if (this.#current?.scope !== scope || this.#current.period !== period) {
      await this.#compare()
      this.#current = { scope, period, names: new Set() }
    }
    for (const name of Object.keys(figures)) if (!this.#fixed.has(name)) this.#current.names.add(name)
  }

  /** Compares the last period, and tells the lists of periods without records. */
  async end(): Promise<void> {
    const { group, id } = this.#dataset
    if (group?.kind !== 'list') return
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
