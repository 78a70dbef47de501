import { type DefinitionText, getTextPath } from '../../../../schemas/api/definitions.ts'
import type { ImportPreview } from '../../../../schemas/api/imports.ts'
import { compileDrafts } from '../../../loading/load.ts'
import { FileError, listOpen, type Question } from '../../../reading/errors.ts'
import { badRequest } from '../../platform/http/responses.ts'
import { MomentsError } from '../drafting/column-checks.ts'
import * as drafting from '../drafting/draft.ts'
import { formatLabel } from '../drafting/field-names.ts'
import { type Inferred, inferFile } from '../drafting/infer.ts'
import {
  addedUpBy,
  columnRoles,
  parseRatio,
  type TableOptions,
  usualOptions,
} from '../drafting/table-options.ts'
import { OptionError, parseChoices } from '../imports/import-options.ts'
import { describePreview, describeQuestion, formatMessage } from '../imports/import-preview.ts'
import { type DraftReader, readDraftFile, withRefusal } from './draft-answers.ts'

type Task = Parameters<DraftReader['draftFile']>[0]

/** Drafts a table and a report of a file, or says what must be decided or corrected first. */
export const draftFile: DraftReader['draftFile'] = (task) =>
  withRefusal(async () => {
    const { id, file, texts, drafts } = task
    const isTaken = ({ kind, name }: DefinitionText) =>
      name === id && (kind === 'reports' || kind === 'datasets')
    if ([...texts, ...drafts].some(isTaken))
      throw badRequest(`There is a report or a table ${id}. Choose another name.`)
    try {
      const bytes = Buffer.from(file.text, file.encoding)
      const inferred = await inferFile({ name: file.name, bytes }, parseAnswers(file.read))
      const preview = describeInferred(inferred)
      if (preview.questions.length + preview.errorCount > 0) return refuse(preview)
      const period = drafting.getTriedPeriod(inferred)
      const files = writeDrafts(task, inferred)
      const { rows, errors, errorCount } = await tryImport(task, files, period)
      const tried = { ...preview, rows, errors, errorCount }
      return errorCount === 0 ? { preview: tried, files, period } : refuse(tried)
    } catch (error) {
      if (error instanceof FileError) return refuse(describeError(error))
      throw error instanceof OptionError ? badRequest(`${explain(error.message)}.`) : error
    }
  })

const refuse = (preview: ImportPreview) => ({ preview, files: [], period: null })

/** Parses choices such as `column "Prefix"=dimension`, `period=day`, `total=asr=answered/attempts`, `decimals=,`. */
function parseAnswers(read: readonly string[]): TableOptions {
  const list = (pattern: RegExp) => read.flatMap((text) => pattern.exec(text)?.[1] ?? [])
  const [period] = list(/^period=(hour|day|month|year)$/)
  const ofTable = /^(column "|period=|total=)/
  return {
    ...usualOptions,
    choices: parseChoices(read.filter((text) => !ofTable.test(text))),
    names: list(/^column "(.*)"=dimension$/s),
    amounts: list(/^column "(.*)"=measure$/s),
    per: (period ?? null) as TableOptions['per'],
    ratios: list(/^total=(.*)$/s).map(parseRatio),
  }
}

const nothing: ImportPreview = {
  rows: 0,
  columns: [],
  questions: [],
  errors: [],
  errorCount: 0,
  remarks: [],
  difference: null,
  spans: [],
}

function describeInferred({ columns, notes, questions, unsure }: Inferred): ImportPreview {
  const wrong = questions.filter(({ options }) => options.length === 0).map(({ text }) => explain(text))
  return {
    ...nothing,
    columns,
    questions: [...describeOpen(questions), ...unsure.map(askRole)],
    errors: wrong,
    errorCount: wrong.length,
    remarks: notes.map(explain),
  }
}

function describeError(error: FileError): ImportPreview {
  if (error instanceof MomentsError)
    return { ...nothing, questions: [ask('period', error.found.replace(/^row/, 'Row'), addedUpBy)] }
  return {
    ...nothing,
    questions: describeOpen(error.questions),
    errors: error.lines().map(explain),
    errorCount: error.count,
  }
}

/** A draft remembers its choices: nobody has to add them. */
const ask = (
  key: string,
  place: string,
  options: readonly { readonly value: string; readonly meaning: string }[],
) => ({
  key,
  place,
  options: options.map(({ value, meaning }) => ({ value, meaning, remembered: '' })),
})

const describeOpen = (questions: readonly Question[]) =>
  listOpen(questions)
    .map(describeQuestion)
    .map(({ key, place, options }) => ask(key, place, options))

const askRole = ({ heading, count }: Inferred['unsure'][number]) =>
  ask(`column "${heading}"`, `Column “${heading}” has ${count} different values`, columnRoles)

/** Names the choices of the screen where a message names options of the command line. */
const explain = (text: string): string =>
  formatMessage(
    text
      .replaceAll(/--(dimension|measure) ("[^"]*")/g, 'the further choice column $2=$1')
      .replaceAll(/--(period|total) /g, 'the further choice $1='),
  )

/** Writes the table and the report. */
function writeDrafts({ id, texts, drafts }: Task, inferred: Inferred): DefinitionText[] {
  const reports = [...texts, ...drafts].filter(({ kind }) => kind === 'reports')
  const draft = { id, title: formatLabel(id), ...drafting.placeReport(reports.map(({ text }) => text)) }
  const write = (kind: 'report' | 'dataset', definition: object): DefinitionText => ({
    kind: `${kind}s`,
    name: id,
    text: drafting.formatDefinition({ $schema: `../schemas/${kind}-definition.schema.json`, ...definition }),
  })
  return [
    write('dataset', drafting.draftDataset(draft, inferred)),
    write('report', drafting.draftReport(draft, inferred)),
  ]
}

/** Describes an import of the file into its table. */
async function tryImport(
  { id, file, texts, drafts }: Task,
  files: readonly DefinitionText[],
  period: string | null,
): Promise<ImportPreview> {
  const [path = ''] = files.map(getTextPath)
  const compiled = compileDrafts(texts, [...drafts, ...files], path)
  const { target, result } = await readDraftFile(compiled, { ...file, dataset: id, period, read: [] })
  return describePreview(target, result, null)
}
