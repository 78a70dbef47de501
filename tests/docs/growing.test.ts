import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { internalTables } from '../../src/server/platform/database/tables.ts'
import { type DatabaseHandle, openPlace } from '../support/open-database.ts'

let engine: DatabaseHandle
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ engine, remove } = await openPlace())
})
afterAll(async () => {
  await engine.close()
  await remove()
})

const page = readFileSync('docs/operations/growing.md', 'utf8')
const section = page.split('## The bound of every table')[1]?.split('\n## ')[0] ?? ''
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, tables = '', grows = '', bound = ''] = line.split('|').map((cell) => cell.trim())
    return {
      tables: [...tables.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name),
      grows,
      bound,
    }
  })

test('every table has a row with what bounds it', async () => {
  const tables = await engine.database.introspection.getTables()
  const names = new Set([...tables.map(({ name }) => name), ...internalTables])
  expect(rows.flatMap((row) => row.tables).toSorted()).toEqual([...names].toSorted())
  for (const { grows, bound } of rows) {
    expect(grows.length * bound.length).toBeGreaterThan(0)
  }
})
