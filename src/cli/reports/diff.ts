import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { formatDiagnostic } from '../../diagnostics/diagnostic.ts'
import { type DefinitionFile, parseDocument } from '../../diagnostics/json-document.ts'
import { compileAsking } from '../../loading/load.ts'
import { readCalendars } from '../../loading/read-folder.ts'
import { compareWritten, type DefinitionChange } from '../../report/model/compare-facts.ts'
import { compareReports } from '../../report/model/compare-reports.ts'
import { type Command, ExitCode, parseArguments, type Terminal, UsageError } from '../command.ts'
import { Folder, formatFilePath, pluralize, readDefinitions } from './folder.ts'
import { getErrorCode } from '../../server/platform/database/errors.ts'

const EXPECTED = 'expected one commit, branch or tag, such as HEAD'

const Arguments = z.object({
  files: z.tuple([z.string().min(1, EXPECTED)], { error: EXPECTED }),
  dir: Folder,
})
export const diff: Command = {
  usage: 'REF [--dir FOLDER]',
  summary:
    'describes what changed since a commit: screens, selectors, columns, alerts, texts, menu, permissions, URLs; datasets, dashboards and schedules',
  run: async (args, terminal) => {
    const { files, dir } = parseArguments(args, Arguments)
    const [ref] = files
    const folders = nameFolders(dir)
    const earlier = readAll(folders, (folder) => readDefinitionsAt(ref, folder))
    const after = readAll(folders, (folder) =>
      existsSync(folder) || folder === dir ? readDefinitions(folder) : [],
    )
    const reportsBefore = compileReports(earlier, folders.datasets, ref, terminal)
    const reportsAfter = compileReports(after, folders.datasets, dir, terminal)
    if (reportsBefore === null || reportsAfter === null) return ExitCode.Usage
    const broken = [...new Set([...reportsBefore.broken, ...reportsAfter.broken])].toSorted()
    const keepReports = ({ reports }: typeof reportsAfter) =>
      reports.filter(({ id }) => !broken.includes(`reports/${id}.json`))
    const keepFiles = (kind: keyof Files) => (files: Files) =>
      files[kind]
        .filter(({ path }) => !broken.includes(`${kind}/${basename(path)}`))
        .map((file) => parseDocument(file).value)
    const changes = [
      ...compareReports(keepReports(reportsBefore), keepReports(reportsAfter)).map((change) => ({
        ...change,
        noun: 'report',
      })),
      ...OTHERS.flatMap((noun) => {
        const keep = keepFiles(`${noun}s`)
        return compareWritten(noun, keep(earlier), keep(after)).map((change) => ({ ...change, noun }))
      }),
    ]
    for (const { lines } of changes) for (const line of lines) terminal.out(line)
    terminal.out(summarize(changes, ref))
    if (broken.length === 0) return ExitCode.Ok
    terminal.err(`not compared, because of errors: ${broken.join(', ')}`)
    return ExitCode.Usage
  },
}

const OTHERS = ['dataset', 'dashboard', 'schedule'] as const

type Files = Readonly<Record<'reports' | `${(typeof OTHERS)[number]}s`, readonly DefinitionFile[]>>

/** Returns the folders of the definitions: those that are not named are beside the reports. */
function nameFolders(reports: string) {
  const beside = (kind: string) => formatFilePath(join(dirname(resolve(reports)), kind))
  return {
    reports,
    datasets: process.env['DATASETS_DIR'] || beside('datasets'),
    dashboards: beside('dashboards'),
    schedules: beside('schedules'),
  }
}

const readAll = (
  { reports, datasets, dashboards, schedules }: ReturnType<typeof nameFolders>,
  read: (folder: string) => readonly DefinitionFile[],
): Files => ({
  reports: read(reports),
  datasets: read(datasets),
  dashboards: read(dashboards),
  schedules: read(schedules),
})

/**
 * Returns the reports that compile, and the files of the others, after their diagnostics were printed. Null if nothing
 * compiles.
 */
function compileReports(
  { reports: files, datasets }: Files,
  folder: string,
  source: string,
  terminal: Terminal,
) {
  const calendars = readCalendars(folder)
  const first = compileAsking(files, datasets, calendars)
  for (const diagnostic of first.diagnostics) terminal.err(formatDiagnostic(diagnostic))
  const broken = new Set<string>()
  let compiled = first
  while (compiled.diagnostics.length > 0) {
    const before = broken.size
    for (const { file } of compiled.diagnostics) broken.add(file)
    if (broken.size === before) {
      terminal.err(`the definitions of ${source} have errors, so nothing was compared`)
      return null
    }
    const keep = (all: readonly DefinitionFile[]) => all.filter(({ path }) => !broken.has(path))
    // A report can refer to a file that was left out.
    compiled = compileAsking(keep(files), keep(datasets), calendars)
  }
  const getKind = (path: string) => (files.some((file) => file.path === path) ? 'reports' : 'datasets')
  return {
    reports: compiled.reports,
    broken: [...broken].map((path) => `${getKind(path)}/${basename(path)}`),
  }
}

function summarize(changes: readonly (DefinitionChange & { readonly noun: string })[], ref: string): string {
  const counts = ['report', ...OTHERS].flatMap((noun) =>
    (['added', 'removed', 'changed'] as const).flatMap((kind) => {
      const count = changes.filter((change) => change.kind === kind && change.noun === noun).length
      return count === 0 ? [] : [`${pluralize(count, noun)} ${kind}`]
    }),
  )
  return counts.length === 0 ? `no definition changed since ${ref}` : `${counts.join(', ')} since ${ref}`
}

/**
 * Reads the definitions of a folder as a commit contains them, without a checkout. A folder that the commit does not
 * contain is empty. Throws UsageError if there is no such commit, or no repository.
 */
function readDefinitionsAt(ref: string, folder: string): DefinitionFile[] {
  const isThere = existsSync(folder)
  const place = isThere ? folder : dirname(folder)
  const commit = findCommit(ref, place)
  // In a folder, `ls-tree` lists the entries of this folder.
  const below = isThere ? [] : ['--', `${basename(folder)}/`]
  const entries = git(place, ['ls-tree', '-z', commit, ...below])
    .toString('utf8')
    .split('\0')
  return entries
    .flatMap((entry) => {
      const [, object = '', path = ''] = /^100\d+ blob (\w+)\t(.*\.json)$/s.exec(entry) ?? []
      return path === '' ? [] : [{ object, name: basename(path) }]
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ object, name }) => ({
      path: `${ref}:${folder}/${name}`,
      content: new Uint8Array(git(place, ['cat-file', 'blob', object])),
    }))
}

function findCommit(ref: string, folder: string): string {
  try {
    const hash = git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
    return hash.toString('utf8').trim()
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') throw new UsageError('git is not installed')
    throw new UsageError(`no commit '${ref}' in a git repository around ${folder}`)
  }
}

const MAX_OUTPUT_BYTES = 64 * 1_048_576

const git = (folder: string, args: readonly string[]): Buffer =>
  execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: MAX_OUTPUT_BYTES })
