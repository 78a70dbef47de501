import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { formatDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { DefinitionFile } from '../../diagnostics/json-document.ts'
import {
  type CheckedDefinitions,
  checkDefinitions,
  type FilesByKind,
} from '../../loading/check-definitions.ts'
import { readCalendars, readFolder } from '../../loading/read-folder.ts'
import { type Command, ExitCode, parseArguments, type Terminal, UsageError } from '../command.ts'
import { FileError } from '../../reading/errors.ts'
import { formatSummaries } from '../../reading/profile.ts'
import { askChoices, askOption, formatPlace, parseAsUsage, ReadOptions } from '../data/choices.ts'
import { parseChoices } from '../../server/data/imports/import-options.ts'
import { buildTargets } from '../../server/data/imports/import-target.ts'
import { parseFile } from '../../server/data/imports/parse-file.ts'
import { readSheet } from '../../server/data/imports/sheet-rows.ts'
import { loadSheetFile } from '../data/sheet-file.ts'
import type { Definitions } from '../../server/data/imports/import-target.ts'
import { MomentsError } from '../../server/data/drafting/column-checks.ts'
import {
  draftCall,
  draftDataset,
  draftReport,
  formatDefinition,
  getTriedPeriod,
  placeReport,
} from '../../server/data/drafting/draft.ts'
import { DatasetsFolder, Folder } from './folder.ts'
import { formatLabel } from '../../server/data/drafting/field-names.ts'
import { type Inferred, inferFile } from '../../server/data/drafting/infer.ts'
import {
  addedUpBy,
  columnRoles,
  parseRatio,
  type TableOptions,
} from '../../server/data/drafting/table-options.ts'

const Arguments = z.object({
  files: z.tuple([z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'an id such as call-quality')], {
    error: 'one id, such as call-quality',
  }),
  'with-data': z.string().min(1).optional(),
  dir: Folder,
  'datasets-dir': DatasetsFolder,
  title: z.string().min(1).optional(),
  permission: z.coerce.number().int().min(1).optional(),
  read: ReadOptions,
  date: z.enum(['day-first', 'month-first', 'year-first', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YY/MM/DD']).optional(),
  dimension: z.array(z.string()).default([]),
  measure: z.array(z.string()).default([]),
  period: z.enum(['hour', 'day', 'month', 'year']).optional(),
  rows: z.string().min(1).optional(),
  total: z
    .array(z.string().regex(/^[^=]+=[^/]+\/[^/]+$/, 'NAME=DIVIDEND/DIVISOR, such as asr=answered/attempts'))
    .default([]),
})

type Parsed = z.infer<typeof Arguments>

export const create: Command = {
  usage:
    'ID [--with-data FILE.csv|FILE.xlsx] [--date day-first|month-first|year-first] [--dimension COLUMN] [--measure COLUMN] [--rows COLUMN[,COLUMN]] [--period hour|day|month|year] [--total NAME=A/B] [--read KEY=VALUE] [--title TEXT] [--permission ID] [--dir FOLDER] [--datasets-dir FOLDER]',
  summary: 'writes a new definition to edit; --with-data infers it from a file, and its dataset',
  run: async (args, terminal) => {
    const parsed = parseArguments(args, Arguments)
    const { dir, 'datasets-dir': datasetsDir, 'with-data': file } = parsed
    const [id] = parsed.files
    const [path, datasetPath] = [join(dir, `${id}.json`), join(datasetsDir, `${id}.json`)]
    for (const target of file === undefined ? [path] : [path, datasetPath])
      if (existsSync(target)) throw new UsageError(`${target} already exists`)
    const place = placeReport(readFiles(dir).map(decode))
    const { permission = place.permission, title = formatLabel(id) } = parsed
    const draft = { id, title, permission, order: place.order }
    const fail = (lines: readonly string[]) => {
      for (const line of lines) terminal.out(line)
      terminal.out('nothing was written')
      return ExitCode.Errors
    }
    try {
      const inferred = file === undefined ? null : await inferAsked(file, parsed, terminal)
      if (inferred !== null) {
        for (const line of [
          ...formatSummaries(inferred.columns),
          ...inferred.notes.map((note) => `note: ${note}`),
        ])
          terminal.out(line)
        const open = [
          ...inferred.questions.map((question) => formatPlace(question) + question.text),
          ...inferred.unsure.map(({ text }) => text),
        ]
        if (open.length > 0) return fail(open.map((line) => `${file}: ${line}`))
      }
      const report = formatFile(
        path,
        'report',
        inferred === null ? draftCall(draft) : draftReport(draft, inferred),
      )
      const dataset =
        inferred === null ? [] : [formatFile(datasetPath, 'dataset', draftDataset(draft, inferred))]
      const checked = checkBeside(
        { reports: readFiles(dir), datasets: readFiles(datasetsDir), calendars: readCalendars(datasetsDir) },
        { reports: [report], datasets: dataset },
        terminal,
      )
      if (checked.errors.length > 0) return fail(checked.errors.map(formatDiagnostic))
      const period = inferred === null ? null : getTriedPeriod(inferred)
      if (file !== undefined) await tryImport(file, id, checked, period)
      for (const { path: written, content } of [...dataset, report]) {
        mkdirSync(dirname(written), { recursive: true })
        writeFileSync(written, content)
        terminal.out(`wrote ${written}`)
      }
      for (const line of inferred === null
        ? [
            'next: edit its URL, key and columns',
            `then: npm run reports -- contract ${path}${dir === 'reports' ? '' : ` --dir ${dir}`}`,
          ]
        : [
            ...inferred.measures.flatMap(describeTotal),
            `next: npm run data -- import ${id} ${file}${period === null ? '' : ` --period ${period}`}`,
            'then: restart the server (not needed with npm run dev)',
          ])
        terminal.out(line)
      return ExitCode.Ok
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      return fail(error.lines().map((line) => `${file}: ${line}`))
    }
  },
}

type Files = Pick<FilesByKind, 'reports' | 'datasets'>

/** Checks drafts beside the definitions that compile; says what is wrong with the others. */
function checkBeside(
  { calendars, ...others }: Files & Pick<FilesByKind, 'calendars'>,
  drafts: Files,
  terminal: Terminal,
): CheckedDefinitions {
  const reports = [...others.reports, ...drafts.reports]
  const datasets = [...others.datasets, ...drafts.datasets]
  const checked = checkDefinitions({ reports, datasets, calendars, dashboards: [], schedules: [] })
  const broken = new Set(checked.errors.map(({ file }) => file))
  const isOther = [...others.reports, ...others.datasets].some(({ path }) => broken.has(path))
  if (!isOther || [...drafts.reports, ...drafts.datasets].some(({ path }) => broken.has(path))) return checked
  for (const error of checked.errors)
    terminal.err(`another definition is left out because of an error: ${formatDiagnostic(error)}`)
  const select = (files: readonly DefinitionFile[]) => files.filter(({ path }) => !broken.has(path))
  const rest = { reports: select(others.reports), datasets: select(others.datasets), calendars }
  // What refers to a file that was left out is left out as well.
  return checkBeside(rest, drafts, terminal)
}

/** Infers the table of a file; asks the person at the terminal about all that is unsure. */
async function inferAsked(file: string, parsed: Parsed, terminal: Terminal): Promise<Inferred> {
  const inferred = await inferFile(await loadSheetFile(file), parseTable(parsed)).catch((error: unknown) => {
    if (error instanceof MomentsError) return error
    throw error
  })
  if (inferred instanceof MomentsError) {
    const period = await askOption(terminal, `${inferred.found}, which`, addedUpBy)
    if (period === null) throw inferred
    return inferAsked(file, { ...parsed, period }, terminal)
  }
  const answers = await askChoices(terminal, inferred.questions)
  if (answers.length > 0) return inferAsked(file, { ...parsed, read: [...parsed.read, ...answers] }, terminal)
  const [unsure] = inferred.questions.length > 0 ? [] : inferred.unsure
  const role =
    unsure === undefined
      ? null
      : await askOption(
          terminal,
          `column "${unsure.heading}", which has only ${unsure.count} values,`,
          columnRoles,
        )
  if (unsure === undefined || role === null) return inferred
  return inferAsked(file, { ...parsed, [role]: [...parsed[role], unsure.heading] }, terminal)
}

function parseTable({ read, date, dimension, measure, period, rows, total }: Parsed): TableOptions {
  return {
    choices: parseAsUsage(() => parseChoices([...read, ...(date === undefined ? [] : [`dates=${date}`])])),
    names: dimension,
    amounts: measure,
    per: period ?? null,
    rows: rows?.split(',') ?? [],
    ratios: total.map(parseRatio),
  }
}

const readFiles = (folder: string) => (existsSync(folder) ? readFolder(folder) : [])

const describeTotal = ({ label, total, field, style, rateOf }: Inferred['measures'][number]): string[] => {
  if (total === null) return []
  if (rateOf.length > 0)
    return [`'${label}' is a rate, which has no total; if it is an amount, write sum(${field})`]
  if (style === 'percent' || style === 'points')
    return [
      `the total of '${label}' is the ${total} of its records; if some count more, write mean(${field}, WEIGHT)`,
    ]
  const name = total === 'mean' ? 'mean' : `${total}imum`
  return [`the total of '${label}' is the ${name}; where a sum is right, write sum(${field})`]
}

function formatFile(path: string, kind: 'report' | 'dataset', definition: object) {
  const $schema = relative(resolve(dirname(path)), resolve(`schemas/${kind}-definition.schema.json`))
  return { path, content: new TextEncoder().encode(formatDefinition({ $schema, ...definition })) }
}

const decode = ({ content }: DefinitionFile): string =>
  content instanceof Uint8Array ? new TextDecoder().decode(content) : ''

async function tryImport(file: string, id: string, definitions: Definitions, period: string | null) {
  const target = buildTargets(definitions).find(({ dataset }) => dataset.id === id)
  if (target === undefined) throw new Error(`no dataset ${id}`)
  const options = { values: {}, period, sheet: null, replaced: null, choices: null }
  await parseFile(
    target,
    await readSheet(await loadSheetFile(file), null, target.dataset.read.encoding),
    options,
  )
}
