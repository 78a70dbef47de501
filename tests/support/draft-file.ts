import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runData } from '../../src/cli/data.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import { environmentOf } from './run-data.ts'
import { capture, reports } from './terminal.ts'

/** Creates the folders of a draft below `folder`, and what is done with it. */
export function createDrafts(folder: string) {
  const [dir, datasetsDir] = [join(folder, 'reports'), join(folder, 'datasets')]
  const location = { dataDir: join(folder, 'data') }
  const draft = (path: string, ...options: readonly string[]) =>
    reports(['new', 'table', '--with-data', path, '--dir', dir, '--datasets-dir', datasetsDir, ...options])
  const add = (path: string, ...options: readonly string[]) => {
    const environment = { ...environmentOf(location), REPORTS_DIR: dir, DATASETS_DIR: datasetsDir }
    const context = { environment, root: process.cwd(), clock: () => new Date('2026-06-02T08:00:00.000Z') }
    return capture((terminal) => runData(['import', 'table', path, ...options], terminal, context))
  }
  const readRows = async () => {
    const handle = openDatabaseHandle(location)
    await migrate(handle)
    const rows = await handle.database.selectFrom('dataset_records').selectAll().orderBy('id').execute()
    await handle.close()
    return rows.map(({ scope, key, measures }) => ({
      name: `${scope} ${key}`.trim(),
      measures: JSON.parse(measures) as Record<string, number>,
    }))
  }
  return {
    dir,
    datasetsDir,
    draft,
    /** Imports a file into the drafted dataset. */
    add,
    /** Lists the amounts of all records. */
    list: async () => (await readRows()).map(({ measures }) => measures),
    /** Removes drafts and records. */
    clear: () => {
      for (const path of [dir, datasetsDir, location.dataDir]) rmSync(path, { recursive: true, force: true })
    },
    read: (kind: 'reports' | 'datasets'): Record<string, unknown> =>
      JSON.parse(readFileSync(join(folder, kind, 'table.json'), 'utf8')),
    /** Drafts a report from a file, imports the file, and lists the records with their amounts and the totals. */
    bring: async (
      path: string,
      draftOptions: readonly string[] = [],
      importOptions: readonly string[] = [],
    ) => {
      const drafted = await draft(path, ...draftOptions)
      if (drafted.code !== 0) return { drafted, ran: drafted, keys: [], amounts: {}, totals: {} }
      await readRows()
      const ran = await add(path, ...importOptions)
      const rows = await readRows()
      const totals: Record<string, number> = {}
      for (const { measures } of rows) {
        for (const [name, value] of Object.entries(measures)) totals[name] = (totals[name] ?? 0) + value
      }
      for (const [name, total] of Object.entries(totals)) totals[name] = Math.round(total * 10_000) / 10_000
      const amounts = Object.fromEntries(rows.map(({ name, measures }) => [name, measures]))
      return { drafted, ran, keys: rows.map(({ name }) => name), amounts, totals }
    },
  }
}
