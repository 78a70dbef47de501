import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { compileDefinitions } from '../../../definition/compile.ts'
import { formatDiagnostic } from '../../../definition/diagnostic.ts'
import { readFolder } from '../../../definition/read-definitions.ts'
import { ExitCode, type Terminal, UsageError } from '../../command.ts'
import { FileError } from '../../data/import/errors.ts'
import { buildTargets } from '../../data/import/import-target.ts'
import { parseFile } from '../../data/import/parse-file.ts'
import { readSheetFile } from '../../data/import/sheet-rows.ts'
import type { Definitions } from '../../database.ts'
import { type Draft, isRate, periodSelectors, scaffoldDefinition } from '../scaffold.ts'
import { type Json, printJson } from '../print-json.ts'
import { type Inferred, inferTable, readTable } from './infer.ts'
import { isDayPart } from '../../../time/grains.ts'
import { MAX_AMOUNT } from '../../../../schemas/dataset/primitives.ts'

const SCHEMA = 'schemas/dataset-definition.schema.json'

/** The options of `new --with-data`, apart from the data. */
export interface WithDataOptions {
  readonly id: string
  /** A file with sample data. */
  readonly file: string
  readonly reportsDir: string
  readonly datasetsDir: string
  readonly draft: Pick<Draft, 'schema' | 'title' | 'permission' | 'order'>
}

/** Writes a report and the dataset that it shows, from a file. Writes both or none. */
export async function createWithData(options: WithDataOptions, terminal: Terminal): Promise<number> {
  const { id, file, reportsDir, datasetsDir, draft } = options
  const paths = { report: join(reportsDir, `${id}.json`), dataset: join(datasetsDir, `${id}.json`) }
  if (existsSync(paths.dataset)) throw new UsageError(`${paths.dataset} already exists`)
  const inferred = await inferFile(file)
  if (typeof inferred === 'string') {
    terminal.out(`${file}: ${inferred}`)
    return ExitCode.Errors
  }
  const schema = relative(resolve(datasetsDir), resolve(SCHEMA))
  const texts = {
    report: printJson(buildReport(id, draft, inferred)),
    dataset: printJson(draftDataset(schema, id, draft.title, inferred)),
  }
  const encode = (text: string) => new TextEncoder().encode(text)
  const { diagnostics, reports, datasets } = compileDefinitions({
    reportFiles: [...readFiles(reportsDir), { path: paths.report, content: encode(texts.report) }],
    datasetFiles: [...readFiles(datasetsDir), { path: paths.dataset, content: encode(texts.dataset) }],
  })
  if (diagnostics.length > 0) {
    for (const diagnostic of diagnostics) terminal.out(formatDiagnostic(diagnostic))
    terminal.out('nothing was written')
    return ExitCode.Errors
  }
  const problems = await tryImport(file, id, { reports, datasets }, inferred)
  if (problems.length > 0) {
    for (const problem of problems) terminal.out(`${file}: ${problem}`)
    terminal.out('nothing was written, since the file could not be imported')
    return ExitCode.Errors
  }
  for (const folder of [reportsDir, datasetsDir]) mkdirSync(folder, { recursive: true })
  writeFileSync(paths.dataset, texts.dataset)
  writeFileSync(paths.report, texts.report)
  terminal.out(`wrote ${paths.dataset}`)
  terminal.out(`wrote ${paths.report}`)
  for (const { label } of inferred.measures.filter((measure) => isRate(measure.label))) {
    terminal.out(
      `the total of '${label}' is the mean; where a sum is right, remove \`"total": "mean"\` of its column`,
    )
  }
  const period = getMissingPeriod(inferred)
  terminal.out(`next: npm run data -- import ${id} ${file}${period === null ? '' : ` --period ${period}`}`)
  terminal.out('then: restart the server (not needed with npm run dev)')
  return ExitCode.Ok
}

/** An example of the period that a file of names lacks; null if it has one. */
const getMissingPeriod = ({ key: { hasPeriod, per } }: Inferred): string | null =>
  hasPeriod ? null : per === 'year' ? '2025' : '2025-03'

/** Reads the whole file as an import would. Returns why it cannot be imported. */
async function tryImport(
  file: string,
  id: string,
  definitions: Definitions,
  inferred: Inferred,
): Promise<readonly string[]> {
  const target = buildTargets(definitions).find(({ dataset }) => dataset.id === id)
  if (target === undefined) throw new Error(`no dataset ${id}`)
  try {
    const options = { values: {}, period: getMissingPeriod(inferred), replaced: null }
    await parseFile(target, await readSheetFile(file, null), options, () => undefined)
    return []
  } catch (error) {
    if (error instanceof FileError) return error.lines()
    throw error
  }
}

const readFiles = (folder: string) => (existsSync(folder) ? readFolder(folder) : [])

async function inferFile(file: string): Promise<Inferred | string> {
  try {
    const { headings, rows } = await readTable(file)
    return inferTable(headings, rows)
  } catch (error) {
    if (error instanceof FileError) return error.message
    throw error
  }
}

function buildReport(id: string, draft: WithDataOptions['draft'], inferred: Inferred): Json {
  const { key, dimensions, measures, names, texts } = inferred
  const calls = draftCalls(id, inferred)
  const isNamed = names.length > 0
  return scaffoldDefinition({
    ...draft,
    id,
    selectors: periodSelectors.filter((kind) => calls.list.includes(`{${kind}}`)),
    years: calls.years,
    months: calls.months,
    choices: dimensions
      .filter(({ values }) => values.length > 1)
      .map((dimension) => ({ name: dimension.id, label: dimension.label, values: dimension.values })),
    url: calls.list,
    download: calls.download,
    recordsPath: isNamed ? 'records.data' : 'records',
    listPath: isNamed ? ['records', 'names'] : null,
    key: {
      kind: key.kind,
      field: key.field,
      label: key.label,
      ...(key.kind === 'date' && key.isIso && { format: 'YYYY-MM-DD' }),
    },
    columns: measures.map(({ field, label, isWhole }) => ({
      field,
      label,
      ...formatWhole(isWhole && !isRate(label)),
    })),
    texts: texts.map(({ field, label }) => ({ text: field, label })),
    listFormat: formatWhole(inferred.isWhole),
  })
}

/** Whole numbers are shown without decimals. */
const formatWhole = (isWhole: boolean) => (isWhole ? { format: { decimals: 0 } } : {})

/** The calls of a new dataset. */
interface DraftCalls {
  readonly list: string
  readonly years: string
  readonly months?: string
  readonly download: string
}

/** Calls below `/v1/` and the id; dimensions are parameters of the query, where any value is allowed. */
function draftCalls(id: string, { key, dimensions }: Inferred): DraftCalls {
  const hasMonth = key.kind === 'date' || (key.kind === 'text' && key.per === 'month')
  const period = isDayPart(key.kind) ? '{date}' : hasMonth ? '{year}/{month}' : '{year}'
  const query = dimensions
    .filter(({ values }) => values.length > 1)
    .map((dimension) => `${dimension.id}={${dimension.id}}`)
    .join('&')
  const end = query === '' ? '' : `?${query}`
  return {
    list: `/v1/${id}/${period}${end}`,
    years: `/v1/${id}/years`,
    ...(hasMonth && { months: `/v1/${id}/months` }),
    download: `/v1/${id}/download/${period}${end}`,
  }
}

/** How long a text is unless its definition allows more, and the most that it can allow. */
const [USUAL_TEXT, LONGEST_TEXT] = [200, 1000]

/** Builds a new dataset: the content of the file and the calls that serve it. */
function draftDataset(schema: string, id: string, title: string, inferred: Inferred): Json {
  const { key, dimensions, measures, names, texts, rowTotal, hasNegative } = inferred
  const bounds = (isNegative: boolean) => (isNegative ? { min: -MAX_AMOUNT } : {})
  const fields = measures.map((measure) => ({
    field: measure.field,
    label: measure.label,
    ...bounds(measure.hasNegative),
  }))
  const isNamed = names.length > 0
  return {
    $schema: schema,
    id,
    title,
    key: { kind: key.kind, field: key.field, ...(key.kind === 'text' ? { per: key.per } : {}) },
    ...(dimensions.length === 0
      ? {}
      : {
          dimensions: dimensions.map(({ id: name, field, values }) => ({
            id: name,
            field,
            values: [...values],
          })),
        }),
    measures: isNamed ? [{ list: 'names', ...bounds(hasNegative) }] : fields,
    ...(texts.length > 0 && {
      texts: texts.map(({ field, label, longest }) => ({
        field,
        label,
        ...(longest > USUAL_TEXT && { maxLength: LONGEST_TEXT }),
      })),
    }),
    ...(rowTotal === null ? {} : { rowTotal: [rowTotal] }),
    ...(isNamed ? { response: { records: 'records.data' } } : {}),
    endpoints: { ...draftCalls(id, inferred) },
  }
}
