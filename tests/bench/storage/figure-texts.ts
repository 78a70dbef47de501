import { type Kysely, type RawBuilder, sql } from 'kysely'
import { chunksOf } from '../../../src/server/database/chunks.ts'
import type { Connection } from '../../../src/server/database/engine.ts'
import type { Entry, Figures } from '../../../src/server/repositories/ledgers/ledger.ts'

type Id = string | number
type Values = Readonly<Record<string, number>>

/** How the figures of a record are one JSON text. */
export interface FigureTexts {
  /** What reads the texts of a dataset. */
  readonly reader: (db: Connection, dataset: Id) => Promise<(text: string) => Values>
  /** What writes the texts of entries that are to be stored. */
  readonly writer: (
    db: Connection,
    dataset: Id,
    entries: readonly Entry[],
  ) => Promise<(figures: Figures) => string>
  /** One figure, `mtn`, as a record's text. */
  readonly sample: string
  /** One figure in SQL. */
  readonly figure: (dataset: Id, name: string) => RawBuilder<unknown>
}

/** An object of the figures by their names. */
export const objects: FigureTexts = {
  reader: async () => (text) => JSON.parse(text) as Values,
  writer: async () => {
    // An object made only to be written would take twice as long, and put names that are numbers first.
    const quoted = new Map<string, string>()
    return (figures) => {
      let text = ''
      for (const [name, value] of figures) {
        const start = quoted.get(name) ?? `${JSON.stringify(name)}:`
        quoted.set(name, start)
        text += `${text === '' ? '' : ','}${start}${value}`
      }
      return `{${text}}`
    }
  },
  sample: '{"mtn":1.5}',
  figure: (_dataset, name) => sql`figures ->> ${sql.lit(name)}`,
}

/** An array of the figures alone; their names are in a table. */
export const arrays: FigureTexts = {
  reader: async (db, dataset) => {
    const names = await listNames(db, dataset)
    return (text) => {
      const values = JSON.parse(text) as readonly (number | null)[]
      return Object.fromEntries(
        values.flatMap((value, position) => (value === null ? [] : [[names[position] ?? '', value]])),
      )
    }
  },
  writer: async (db, dataset, entries) => {
    const before = await listNames(db, dataset)
    const names = [...new Set([...before, ...entries.flatMap(({ figures }) => [...figures.keys()])])]
    const added = names.map((name, position) => ({ dataset, position, name })).slice(before.length)
    for (const part of chunksOf(added)) await withNames(db).insertInto('names').values(part).execute()
    return (figures) => JSON.stringify(names.map((name) => figures.get(name) ?? null))
  },
  sample: '[null,1.5]',
  figure: (dataset, name) =>
    sql`figures ->> (select position from names where dataset = ${dataset} and name = ${name})`,
}

const withNames = (db: Connection) =>
  db as unknown as Kysely<{ names: { dataset: Id; position: number; name: string } }>

async function listNames(db: Connection, dataset: Id): Promise<string[]> {
  const rows = await withNames(db)
    .selectFrom('names')
    .select('name')
    .where('dataset', '=', dataset)
    .orderBy('position')
    .execute()
  return rows.map(({ name }) => name)
}
