import type {
  DefinitionText,
  DraftCall,
  DraftFile,
  FileCall,
  FileDraft,
} from '../../../../schemas/api/definitions.ts'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { type Compiled, compileDrafts, InvalidDefinitionsError } from '../../../loading/load.ts'
import type { DatabaseHandle } from '../../platform/database/handle.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openMemory } from '../../platform/database/sqlite.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiError, badRequest } from '../../platform/http/responses.ts'
import { applyRecords } from '../imports/apply-records.ts'
import { OptionError, parseOptions } from '../imports/import-options.ts'
import { describePreview } from '../imports/import-preview.ts'
import { runReadTask } from '../imports/import-reader.ts'
import { buildTargets } from '../imports/import-target.ts'
import { addAllDemoRecords } from '../demo/demo-records.ts'
import { createReadCall, type ReadCall } from '../reports/read-call.ts'
import { noSources } from '../sources/sources.ts'
import { MAX_VALUES } from '../tables/read-dataset.ts'

/** Drafts for a thread, and the time at which their demo records end. */
export interface DraftTask extends Pick<DraftCall, 'drafts' | 'path' | 'file' | 'others'> {
  readonly texts: readonly DefinitionText[]
  readonly now: Date
  /** Whether the files that use the file are compiled too. */
  readonly hasUsers?: boolean
}

/** Says why a draft has no answer. */
export interface Refusal {
  readonly refusal: string
}

/** Works on drafts in a thread, over demo records in memory. */
export interface DraftReader {
  readonly compileDraft: (task: DraftTask, signal?: AbortSignal) => Promise<Compiled | Refusal>
  /** Answers a call by records of the demo; an empty one by how the file is read. */
  readonly answerDraft: (
    task: DraftTask & Pick<DraftCall, 'call'>,
    signal?: AbortSignal,
  ) => Promise<{ readonly body: string } | Refusal>
  readonly draftFile: (
    task: FileCall & Pick<DraftTask, 'texts'>,
    signal?: AbortSignal,
  ) => Promise<FileDraft | Refusal>
}

/** Definitions with the demo records of their tables. */
interface DemoPortal extends Compiled {
  readonly key: string
  readonly handle: DatabaseHandle
  readonly read: ReadCall
  readonly drafts: string
}

/** More would take longer than a preview may. */
const MOST_DEMO = 50_000

/** A thread keeps the last one: a screen makes several calls. */
let last: DemoPortal | null = null

const compile = ({ texts, drafts, path, hasUsers }: DraftTask) => compileDrafts(texts, drafts, path, hasUsers)

export const compileDraft: DraftReader['compileDraft'] = (task) =>
  withRefusal(() => Promise.resolve(compile(task)))

export const answerDraft: DraftReader['answerDraft'] = (task) =>
  withRefusal(async () => {
    const { file, call } = task
    if (file !== null && call === '') {
      const { target, result } = await readDraftFile(compile(task), file)
      return { body: JSON.stringify(describePreview(target, result, null)) }
    }
    const { read, handle } = await openPortal(task)
    return { body: await read(handle.database, call) }
  })

/** Runs work on a draft; the reasons that its author can mend become a refusal. */
export async function withRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (refusals.some((kind) => error instanceof kind))
      return { refusal: String(error instanceof Error ? error.message : error) }
    throw error
  }
}

const refusals = [InvalidDefinitionsError, ApiError, OptionError]

/** Reads a file as an import into a table of the definitions does. */
export async function readDraftFile(
  compiled: Compiled,
  { dataset, name, text, encoding, period, read }: DraftFile,
) {
  const target = buildTargets(compiled).find((one) => one.dataset.id === dataset && one.dataset.from === null)
  if (target === undefined) throw badRequest('There is no such table.')
  const options = parseOptions(target, { values: {}, period, sheet: null, replace: null, read })
  const file = { name, bytes: Buffer.from(text, encoding) }
  return { target, result: await runReadTask({ ...compiled, dataset, file, options }) }
}

/** Stores the rows of a file, which stand for the demo of its table. */
async function storeFile({ database }: DatabaseHandle, compiled: Compiled, file: DraftFile, now: Date) {
  const { target, result } = await readDraftFile(compiled, file)
  const { parsed } = result.file ?? {}
  if (parsed === undefined) throw badRequest('The pasted records cannot be read as they are.')
  const keep = () => Promise.resolve()
  await withTransaction(database, (trx) =>
    applyRecords(trx, target.dataset, parsed, { replaced: null, keep, now }),
  )
}

/** Opens the demo of drafts: the last one again if it has the same records. */
export async function openPortal(task: DraftTask): Promise<DemoPortal> {
  const { path, drafts, file, others, now } = task
  const files = [file ?? [], others].flat()
  const written = JSON.stringify([path, drafts, files])
  if (last?.drafts === written) return last
  const compiled = compile(task)
  const datasets = compiled.datasets.map(withoutSource)
  const stored = datasets.filter(({ from }) => from === null)
  // Another question asks the same records.
  const key = JSON.stringify([files, stored])
  const kept = last?.key === key ? last : null
  const handle = kept?.handle ?? openMemory()
  if (kept === null) {
    await last?.handle.close()
    last = null
    await migrate(handle)
    for (const pasted of files) await storeFile(handle, { ...compiled, datasets }, pasted, now)
    const demo = stored.filter(({ id }) => files.every(({ dataset }) => dataset !== id))
    await withTransaction(handle.database, (trx) => addAllDemoRecords(trx, demo, { now, most: MOST_DEMO }))
  }
  const read = createReadCall(datasets, { start: () => noSources }, compiled.reports, MAX_VALUES)
  last = { ...compiled, key, drafts: written, datasets, handle, read }
  return last
}

/** Lets demo records stand for the rows of another database. */
const withoutSource = (dataset: DatasetPlan): DatasetPlan => ({
  ...dataset,
  source: null,
  computed: [],
  with: {},
  from: dataset.from && { ...dataset.from, sources: dataset.from.sources.map(withoutSource) },
})
