import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeChecksum, createHashStream } from '../../src/cli/data/backup-format.ts'

/** Writes a backup of lines that the program itself would not write, with a checksum that fits. */
export async function writeSealed(path: string, lines: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256')
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await pipeline(Readable.from([text]), createGzip(), createHashStream(hash), createWriteStream(path))
  await writeChecksum(path, hash.digest())
  return path
}

/** A backup of the first migration. */
export function smallBackup(): readonly unknown[] {
  const role = ['id', 'name', 'name_key', 'description']
  return [
    {
      format: 'traffic-portal-backup',
      version: 1,
      createdAt: '2025-01-01T00:00:00.000Z',
      migrations: ['0001-initial'],
      tables: [
        { name: 'roles', columns: role },
        { name: 'role_rights', columns: ['role_id', 'menu_id'] },
      ],
    },
    { table: 'roles' },
    [1, 'superadmin', 'superadmin', 'Super administrator'],
    [9, 'clerk', 'clerk', 'Line\u2028separator and "quotes"'],
    { table: 'role_rights' },
    [9, 16],
    { rows: { roles: 2, role_rights: 1 } },
  ]
}
