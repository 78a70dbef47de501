import { runIfStarted } from './command.ts'
import { backupCommand } from './data/backup.ts'
import { checkCommand } from './data/check.ts'
import { exportCommand } from './data/export.ts'
import { importCommand } from './data/import.ts'
import { listCommand } from './data/list.ts'
import { restoreCommand } from './data/restore.ts'
import { importsCommand, undoCommand } from './data/undo.ts'
import { createProgram } from './database.ts'

const commands = new Map([
  ['list', listCommand],
  ['import', importCommand],
  ['imports', importsCommand],
  ['undo', undoCommand],
  ['export', exportCommand],
  ['check', checkCommand],
  ['backup', backupCommand],
  ['restore', restoreCommand],
])

export const runData = createProgram('data', commands)

await runIfStarted(import.meta.filename, runData)
