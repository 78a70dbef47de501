import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { formatDiagnostic, formatPath } from '../../definition/diagnostic.ts'
import { applyRenamings, findRenamings, type Renaming } from '../../definition/former-spelling.ts'
import { type DefinitionFile, parseDocument } from '../../definition/json-document.ts'
import { type Command, ExitCode, parseArguments } from '../command.ts'
import { Folder, pluralize, selectFiles } from './folder.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  'dry-run': z.boolean().default(false),
})
const options = { dir: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const

/** Rewrites definitions of the former spelling; while one file is refused, none is written. */
export const migrate: Command = {
  usage: '[files] [--dir FOLDER] [--dry-run]',
  summary: 'renames the keys of definitions in the former spelling; --dry-run writes nothing',
  run: async (args, terminal) => {
    const { files, dir, 'dry-run': isDry } = parseArguments(args, options, Arguments)
    const { all, selected } = selectFiles(dir, files)
    const results = all.filter(({ path }) => selected.has(path)).map(migrateFile)
    const errors = results.flatMap((result) => result.errors)
    const changed = results.filter(({ renamings }) => renamings.length > 0)
    if (errors.length > 0) {
      for (const line of [...errors, 'nothing was written']) terminal.out(line)
      return ExitCode.Errors
    }
    if (!isDry) writeAll(changed)
    for (const { path, renamings } of changed) {
      terminal.out(`${path}: ${renamings.map(formatRenaming).join(', ')}`)
    }
    const count = changed.reduce((sum, { renamings }) => sum + renamings.length, 0)
    const outcome =
      count === 0 ? 'nothing to rename' : `${pluralize(count, 'name')} ${isDry ? 'to rename' : 'renamed'}`
    terminal.out(`${pluralize(results.length, 'definition')}, ${outcome}`)
    return ExitCode.Ok
  },
}

interface Migrated {
  readonly path: string
  readonly content: string
  readonly renamings: readonly Renaming[]
  /** Why the file is refused, with the line. */
  readonly errors: readonly string[]
}

const BYTE_ORDER_MARK = '\uFEFF'

function migrateFile(file: DefinitionFile): Migrated {
  const { path, content } = file
  const document = parseDocument(file)
  const renamings = findRenamings(document.value)
  const errors = [
    ...document.diagnostics,
    ...renamings
      .filter(({ isTaken }) => isTaken)
      .map((renaming) => {
        const message = `'${renaming.to}' is also there; remove one of the two`
        return document.find(renaming.path, 'json-duplicate', message, 'key')
      }),
  ].map(formatDiagnostic)
  if (errors.length > 0 || !(content instanceof Uint8Array))
    return { path, content: '', renamings: [], errors }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  return { path, content: mark + applyRenamings(text.slice(mark.length), renamings), renamings, errors }
}

const formatRenaming = ({ path, at, from, to }: Renaming): string =>
  at === 'key' ? `${formatPath(path)} to ${to}` : `${formatPath(path)} '${from}' to '${to}'`

/** Writes each file beside its target first, then moves all of them, so that no file is ever half written. */
function writeAll(files: readonly Migrated[]): void {
  const moves = files.map(({ path, content }) => {
    const target = realpathSync(path)
    return { target, temporary: `${target}.migrated-${process.pid}`, content }
  })
  try {
    for (const { target, temporary, content } of moves) {
      writeFileSync(temporary, content, { flag: 'wx' })
      chmodSync(temporary, statSync(target).mode)
    }
    for (const { target, temporary } of moves) renameSync(temporary, target)
  } finally {
    for (const { temporary } of moves) rmSync(temporary, { force: true })
  }
}
