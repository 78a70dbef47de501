import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { FileError, type Question } from '../../../reading/errors.ts'
import type { Summary } from '../../../reading/profile.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import { type ReadFile, readImport } from './import-service.ts'
import { buildTargets, type ImportOptions } from './import-target.ts'
import type { ImportFile } from './sheet-rows.ts'

/** What a thread needs to read a file: all of it can be sent to it. */
export interface ReadTask {
  readonly datasets: readonly DatasetPlan[]
  readonly reports: readonly Report[]
  /** The id of the dataset. */
  readonly dataset: string
  readonly file: ImportFile
  readonly options: ImportOptions
}

/** Why a file cannot be imported. */
export interface Refusal {
  readonly errors: readonly string[]
  readonly errorCount: number
  readonly questions: readonly Question[]
}

/** What was read of a file; `file` is null if it is refused. */
export interface ReadResult extends Refusal {
  readonly profile: readonly Summary[]
  readonly file: ReadFile | null
}

/** Reads files for import, one at a time. */
export interface ImportReader {
  readonly readImport: (task: ReadTask, signal: AbortSignal) => Promise<ReadResult>
}

/** Describes why a file is refused. */
export const describeRefusal = (error: FileError): Refusal => ({
  errors: error.lines(),
  errorCount: error.count,
  questions: error.questions,
})

/** Reads a file, with the profile of its columns even if it is refused. */
export async function runReadTask({ dataset, file, options, ...definitions }: ReadTask): Promise<ReadResult> {
  const target = buildTargets(definitions).find((one) => one.dataset.id === dataset)
  if (target === undefined) throw new Error(`no dataset ${dataset}`)
  let profile: readonly Summary[] = []
  try {
    const read = await readImport(target, file, options, (summaries) => {
      profile = summaries
    })
    return { profile, file: read, errors: [], errorCount: 0, questions: [] }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return { profile, file: null, ...describeRefusal(error) }
  }
}
