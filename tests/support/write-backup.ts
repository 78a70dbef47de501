import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { columns, listColumns, transientTables } from '../../src/server/platform/database/tables.ts'

/** Writes a backup of lines that the program itself would not write, with a checksum that fits. */
export function writeSealed(path: string, lines: readonly unknown[]): string {
  writeFileSync(path, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  return path
}

const tables = Object.entries(columns)
  .filter(([name]) => !transientTables.includes(name))
  .map(([name, parts]) => ({ name, columns: listColumns(parts) }))

const rows: Readonly<Record<string, readonly (readonly (string | number)[])[]>> = {
  roles: [
    [1, 'superadmin', 'superadmin', 'Super administrator', 0],
    [9, 'clerk', 'clerk', 'Line\u2028separator and "quotes"', 0],
  ],
  role_rights: [[9, 16]],
}

/** A backup of the first migration. */
export function smallBackup(): readonly unknown[] {
  return [
    {
      format: 'traffic-portal-backup',
      version: 1,
      createdAt: '2025-01-01T00:00:00.000Z',
      migrations: ['0001-initial'],
      tables,
    },
    ...tables.flatMap(({ name: table }) => [{ table }, ...(rows[table] ?? [])]),
  ]
}
