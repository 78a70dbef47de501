import { z } from 'zod'
import { formatPath } from '../../definition/diagnostic.ts'
import { compileDefinitions } from '../../definition/compile.ts'
import {
  formatDiagnostic,
  sortDiagnostics,
  type LocatedDiagnostic,
} from '../../definition/located-diagnostic.ts'
import { type Command, ExitCode, parseArguments } from '../command.ts'
import { selectFiles, pluralize, datasetFiles, DatasetsFolder, Folder } from './folder.ts'

const Arguments = z.object({
  files: z.array(z.string()),
  dir: Folder,
  'datasets-dir': DatasetsFolder,
  format: z.enum(['text', 'json'], { error: 'text or json' }).default('text'),
})
const options = {
  dir: { type: 'string' },
  'datasets-dir': { type: 'string' },
  format: { type: 'string' },
} as const

/** Checks definitions without any API: syntax, schema, every rule past it, and reports against datasets. */
export const check: Command = {
  usage: '[files] [--dir FOLDER] [--datasets-dir FOLDER] [--format text|json]',
  summary:
    'tells everything that is wrong with reports and datasets, and where they do not fit, with its place',
  run: async (args, terminal) => {
    const { files, dir, 'datasets-dir': datasets, format } = parseArguments(args, options, Arguments)
    const { all, asked } = selectFiles(dir, files)
    const served = datasetFiles(datasets)
    const examined = compileDefinitions({ reportFiles: all, datasetFiles: served })
    // Without sound datasets nothing can be said about the calls of the files that are asked for.
    const shown = new Set([...asked, ...served.map(({ path }) => path)])
    const [findings = [], notes = []] = [examined.findings, examined.notes].map((list) =>
      list.filter(({ file }) => shown.has(file)),
    )
    const checked: Checked = { definitions: asked.size, datasets: served.length, findings, notes }
    for (const line of format === 'json' ? [asJson(checked)] : asText(checked)) terminal.out(line)
    return findings.length === 0 ? ExitCode.Ok : ExitCode.Findings
  },
}

interface Checked {
  readonly definitions: number
  readonly datasets: number
  readonly findings: readonly LocatedDiagnostic[]
  /** What is worth knowing: it is told and does not count as found. */
  readonly notes: readonly LocatedDiagnostic[]
}

function asText({ definitions, datasets, findings, notes }: Checked): string[] {
  const files = new Set(findings.map(({ file }) => file)).size
  const summary = [
    pluralize(definitions, 'definition'),
    pluralize(datasets, 'dataset'),
    findings.length === 0 ? 'nothing found' : `${pluralize(findings.length, 'finding')} in ${files}`,
    ...(notes.length === 0 ? [] : [pluralize(notes.length, 'note')]),
  ]
  return [
    ...notes.map((note) => `note: ${formatDiagnostic(note)}`),
    ...findings.map(formatDiagnostic),
    summary.join(', '),
  ]
}

function asJson({ definitions, datasets, findings, notes }: Checked): string {
  const list = sortDiagnostics([...findings, ...notes]).map((finding) => {
    const { file, line, column, path, rule, message } = finding
    const severity = notes.includes(finding) ? 'note' : 'error'
    return { severity, file, line, column, pointer: formatPath(path), rule, message }
  })
  return JSON.stringify({ definitions, datasets, findings: list }, null, 2)
}
