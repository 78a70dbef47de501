import { setTimeout } from 'node:timers/promises'
import { openSqlite } from '../../src/server/database/sqlite.ts'

/* Counts up in the titles of the dashboards of a data folder, one commit each, until it is killed; says when it begins. */

const { database } = openSqlite(process.argv[2] ?? '')
for (let count = 1; ; count += 1) {
  await database
    .updateTable('dashboards')
    .set({ title: String(count) })
    .execute()
  if (count === 1) process.stdout.write('writing\n')
  // Not always at the same moment of what the other process does.
  await setTimeout(count % 7)
}
