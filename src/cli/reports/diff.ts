import { z } from 'zod'
import { compileReportFiles } from '../../definition/compile.ts'
import { formatDiagnostic } from '../../definition/diagnostic.ts'
import type { DefinitionFile } from '../../definition/json-document.ts'
import type { Report } from '../../report/plan.ts'
import { type Command, ExitCode, parseArguments, type Terminal } from '../command.ts'
import { compareReports, type ReportChange } from './diff/compare-reports.ts'
import { readFolderAt } from './diff/git-files.ts'
import { Folder, pluralize, selectFiles } from './folder.ts'

const EXPECTED = 'expected one commit, branch or tag, such as HEAD'

const Arguments = z.object({
  files: z.tuple([z.string().min(1, EXPECTED)], { error: EXPECTED }),
  dir: Folder,
})
/** Describes what the reports of the working tree change for users, compared with those of a commit. */
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

/** The compiled reports; null after their diagnostics were printed. */
function compileAll(
  files: readonly DefinitionFile[],
  source: string,
  terminal: Terminal,
): readonly Report[] | null {
  const { reports, diagnostics } = compileReportFiles(files)
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
