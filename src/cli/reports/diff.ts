import { execFileSync } from 'node:child_process'
import { z } from 'zod'
import { formatDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { DefinitionFile } from '../../diagnostics/json-document.ts'
import type { Report } from '../../report/model/report-plan.ts'
import { type Command, ExitCode, parseArguments, type Terminal, UsageError } from '../command.ts'
import { compareReports, type ReportChange } from '../../report/model/compare-reports.ts'
import { compileReports, DatasetsFolder, Folder, pluralize, selectFiles } from './folder.ts'

const EXPECTED = 'expected one commit, branch or tag, such as HEAD'

const Arguments = z.object({
  files: z.tuple([z.string().min(1, EXPECTED)], { error: EXPECTED }),
  dir: Folder,
})
export const diff: Command = {
  usage: 'REF [--dir FOLDER]',
  summary:
    'describes what changed since a commit: screens, selectors, columns, texts, file names, menu, permissions, URLs',
  run: async (args, terminal) => {
    const { files, dir } = parseArguments(args, Arguments)
    const [ref] = files
    const { all } = selectFiles(dir, [])
    const before = compileAll(readFolderAt(ref, dir), ref, terminal)
    const after = compileAll(all, dir, terminal)
    if (before === null || after === null) return ExitCode.Usage
    const changes = compareReports(before, after)
    for (const { lines } of changes) for (const line of lines) terminal.out(line)
    terminal.out(summarize(changes, ref))
    return ExitCode.Ok
  },
}

/** Returns the compiled reports; null after their diagnostics were printed. */
function compileAll(
  files: readonly DefinitionFile[],
  source: string,
  terminal: Terminal,
): readonly Report[] | null {
  const { reports, diagnostics } = compileReports(files, DatasetsFolder.parse(undefined))
  if (diagnostics.length === 0) return reports
  for (const diagnostic of diagnostics) terminal.err(formatDiagnostic(diagnostic))
  terminal.err(`the definitions of ${source} have errors, so nothing was compared`)
  return null
}

function summarize(changes: readonly ReportChange[], ref: string): string {
  const counts = (['added', 'removed', 'changed'] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length
    return count === 0 ? [] : [`${pluralize(count, 'report')} ${kind}`]
  })
  return counts.length === 0 ? `no report changed since ${ref}` : `${counts.join(', ')} since ${ref}`
}

/**
 * Reads the definitions of a folder as a commit contains them, without a checkout. A folder that the commit does not
 * contain is empty. Throws UsageError if there is no such commit, or no repository.
 */
function readFolderAt(ref: string, folder: string): DefinitionFile[] {
  const commit = findCommit(ref, folder)
  // In a folder, `ls-tree` lists the entries of this folder.
  const entries = git(folder, ['ls-tree', '-z', commit]).toString('utf8').split('\0')
  return entries
    .flatMap((entry) => {
      const [, object = '', name = ''] = /^100\d+ blob (\w+)\t(.*\.json)$/s.exec(entry) ?? []
      return name === '' ? [] : [{ object, name }]
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ object, name }) => ({
      path: `${ref}:${folder}/${name}`,
      content: new Uint8Array(git(folder, ['cat-file', 'blob', object])),
    }))
}

function findCommit(ref: string, folder: string): string {
  try {
    const found = git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
    return found.toString('utf8').trim()
  } catch (error) {
    if (isMissingProgram(error)) throw new UsageError('git is not installed')
    throw new UsageError(`no commit '${ref}' in a git repository around ${folder}`)
  }
}

const isMissingProgram = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const MAX_OUTPUT_BYTES = 64 * 1_048_576

const git = (folder: string, args: readonly string[]): Buffer =>
  execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: MAX_OUTPUT_BYTES })
