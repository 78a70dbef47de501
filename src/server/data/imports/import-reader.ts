import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { FileError, type Question } from '../../../reading/errors.ts'
import { type Summary, profileColumn, summarizeProfile } from '../../../reading/profile.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import { createHash } from 'node:crypto'
import { parseFile } from './parse-file.ts'
import type { ParsedFile } from './row-reader.ts'
import { buildTargets, type ImportOptions, type ImportTarget } from './import-target.ts'
import { type ImportFile, readSheet } from './sheet-rows.ts'
import { getCellText } from '../../../reading/cells.ts'
import type { Heading } from '../../../reading/headings.ts'
import { findRole } from './column-mapping.ts'
import type { Role } from './match-headings.ts'

/** Contains what a thread needs to read a file: all of it can be sent to the thread. */
export interface ReadTask {
  readonly datasets: readonly DatasetPlan[]
  readonly reports: readonly Report[]
  /** The id of the dataset. */
  readonly dataset: string
  readonly file: ImportFile
  readonly options: ImportOptions
}

/** Contains what was read of a file; `file` is null if it is refused. */
export interface ReadResult {
  readonly profile: readonly Summary[]
  readonly file: ReadFile | null
  readonly errors: readonly string[]
  readonly errorCount: number
  readonly questions: readonly Question[]
}

/** Reads files for import, one at a time. */
export interface ImportReader {
  readonly readImport: (task: ReadTask, signal: AbortSignal) => Promise<ReadResult>
}

/** Reads a file, with the profile of its columns even if it is refused. */
export async function runReadTask({ dataset, file, options, ...definitions }: ReadTask): Promise<ReadResult> {
  const target = buildTargets(definitions).find((candidate) => candidate.dataset.id === dataset)
  if (target === undefined) throw new Error(`no dataset ${dataset}`)
  let profile: readonly Summary[] = []
  try {
    const read = await readImport(target, file, options, (summaries) => {
      profile = summaries
    })
    return { profile, file: read, errors: [], errorCount: 0, questions: [] }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return { profile, file: null, errors: error.lines(), errorCount: error.count, questions: error.questions }
  }
}

/** Contains a file as it was read, ready to be compared and written. */
export interface ReadFile {
  readonly name: string
  readonly hash: string
  readonly parsed: ParsedFile
}

/** Reads a file into records; `onProfile` gets what its columns contain. Throws FileError. */
export async function readImport(
  target: ImportTarget,
  file: ImportFile,
  options: ImportOptions,
  onProfile?: (profile: readonly Summary[]) => void,
): Promise<ReadFile> {
  const encoding = (options.choices ?? target.dataset.read).encoding
  const sheet = await readSheet(file, options.sheet, encoding)
  // A profile takes as long as the reading, so only the last table is profiled, if anybody wants it.
  let profile = (): readonly Summary[] => []
  const parsed = await parseFile(target, sheet, options, (chosen, table) => {
    if (onProfile !== undefined) profile = () => profileFile(chosen, table)
  }).finally(() => onProfile?.(profile()))
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  return { name: file.name, hash, parsed }
}

/** What a column is read as, by its role. */
const words: { readonly [K in Role['kind']]: (role: Role & { readonly kind: K }) => string } = {
  key: () => 'key',
  day: () => 'day',
  year: () => 'year',
  computed: () => 'computed, left out',
  dimension: ({ dimension }) => dimension.id,
  amount: ({ name }) => `amount ${name}`,
  total: () => 'total, checked',
  text: ({ text }) => `text ${text.field}`,
}

const describeRole = <K extends Role['kind']>(role: Role & { readonly kind: K }) => words[role.kind](role)

const MAX_COLUMNS = 50

/** Summarizes the columns of a file, the first ones of many. */
export function profileFile(target: ImportTarget, { header, below }: Heading): Summary[] {
  return header.cells.slice(0, MAX_COLUMNS).map((cell, index) => {
    const heading = getCellText(cell)
    const role = findRole(target, heading)
    const name = typeof role === 'object' && role.kind === 'amount' ? role.name : undefined
    const profile = profileColumn(below, { index, heading, name }, target.dataset.read)
    if (typeof role === 'string') return summarizeProfile(profile, 'nothing', true)
    return summarizeProfile(profile, describeRole(role), !['key', 'day', 'year'].includes(role.kind))
  })
}
