import { getMeasure } from '../../query/run-query.ts'
import { z } from 'zod'
import { formatOrphans, isKnownScope, listOrphans, UnknownMeasures } from '../../server/datasets/orphans.ts'
import { deriveNoteScopes } from '../../server/notes/note-scopes.ts'
import { countNotesByScope } from '../../server/notes/stored-notes.ts'
import { listScopes, type StoredRecord, scanRecords } from '../../server/datasets/stored-records.ts'
import { type Command, type CommandContext, ExitCode, noArguments, parseArguments } from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { loadDefinitions, readStored } from '../database.ts'
import { formatLine } from './list.ts'
import { createProgress } from './output-file.ts'
import type { Bounds, DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getDatasetKeyKind } from '../../definition/datasets/keys.ts'
import type { Connection } from '../../server/database/handle.ts'
import { joinKey, getStoredKeyKind } from '../../server/datasets/keys.ts'
import { isStorable } from '../../time/grain.ts'
import { grains } from '../../time/grains.ts'
import { findTextError, withArticle } from './import/dynamic-columns.ts'
import { quoteText, sanitize } from './import/errors.ts'
import { hasDecimals } from '../../../schemas/dataset/primitives.ts'
import { addMeasures, getSummands, getText, isSum, isKnownMeasure } from '../../server/datasets/measures.ts'

/** Printed errors per dataset. */
const MAX_MESSAGES = 50

/** Checks stored records against the definitions; data that is not in the definitions is a warning. */
export function checkCommand(context: CommandContext): Command {
  return {
    usage: '',
    summary: 'checks stored records against the definitions of the datasets',
    run: async (args, terminal) => {
      parseArguments(args, z.object({ files: noArguments }))
      const { datasets, reports } = loadDefinitions(context)
      const { isDefined } = deriveNoteScopes(reports, datasets)
      const progress = createProgress(terminal, 'records read')
      let records = 0
      const { checked, orphans, notes } = await readStored(context, async (db) => {
        const found = new Map<string, CheckResult>()
        records = 0
        for (const dataset of datasets) {
          const one = await checkRecords(db, dataset, MAX_MESSAGES, (count) => progress(records + count))
          records += one.records
          found.set(dataset.id, one)
        }
        const unknown = new Map([...found].map(([id, { measures }]) => [id, measures] as const))
        return {
          checked: found,
          orphans: listOrphans(datasets, await listScopes(db), unknown),
          notes: (await countNotesByScope(db)).filter(({ scope }) => !isDefined(scope)),
        }
      })
      const errors = [...checked.values()].reduce((sum, one) => sum + one.count, 0)
      for (const { messages, count } of checked.values()) {
        for (const line of messages) terminal.out(line)
        if (count > messages.length)
          terminal.out(`and ${(count - messages.length).toLocaleString('en')} more`)
      }
      const warnings = [
        ...orphans.flatMap(formatOrphans),
        ...notes.map(
          ({ scope, total }) =>
            `${scope}: ${pluralize(total, 'note')} on what is not defined; kept and not shown`,
        ),
      ]
      for (const line of warnings) terminal.out(`warning: ${formatLine(line)}`)
      terminal.out(
        `${pluralize(datasets.length, 'dataset')}, ${records.toLocaleString('en')} records: ${pluralize(errors, 'error')}, ${pluralize(warnings.length, 'warning')}`,
      )
      return errors > 0 ? ExitCode.Errors : ExitCode.Ok
    },
  }
}

/** The result for one dataset. */
interface CheckResult {
  readonly records: number
  /** The first errors as messages. */
  readonly messages: readonly string[]
  /** The number of all errors. */
  readonly count: number
  /** Stored measures that are not in the definition. */
  readonly measures: readonly string[]
}

/** Checks every stored record of a dataset against its definition, page by page. */
async function checkRecords(
  db: Connection,
  dataset: DatasetPlan,
  maxMessages: number,
  progress: (records: number) => void,
): Promise<CheckResult> {
  const messages: string[] = []
  const unknown = new UnknownMeasures()
  let [records, count] = [0, 0]
  const report = (location: string, error: string) => {
    count += 1
    if (messages.length < maxMessages) messages.push(`${[dataset.id, location].join(' ').trim()}: ${error}`)
  }
  for await (const page of scanRecords(db, dataset.id)) {
    for (const record of page) {
      unknown.add(dataset, record)
      // Values that are not in the definition are reported as warnings and have no rules.
      if (!isKnownScope(dataset, record.scope)) continue
      const location = formatLocation(dataset, record)
      const error = findKeyError(dataset, record)
      if (error !== null) report(location, error)
      for (const one of findMeasureErrors(dataset, record)) report(location, one)
    }
    records += page.length
    progress(records)
  }
  return { records, messages, count, measures: unknown.names }
}

function formatLocation({ key: plan }: DatasetPlan, { scope, period, key }: StoredRecord): string {
  const { isNamed } = getDatasetKeyKind(plan)
  const name = isNamed ? [period, quoteText(key)].join(' ').trim() : joinKey({ period, key })
  return [scope, name].filter((text) => text !== '').join(' ')
}

/** Why a key or its period does not fit the dataset; null if they fit. */
function findKeyError({ key: plan }: DatasetPlan, { period, key }: StoredRecord): string | null {
  const { isKey, getPeriod } = getStoredKeyKind(plan)
  if (!isKey(key)) return `its key ${quoteText(key)} is not ${withArticle(plan.kind)}`
  const expected = getPeriod(key, period)
  if (expected !== period) return `its period is ${quoteText(period)}, not ${expected}`
  const span = getDatasetKeyKind(plan).period(plan)
  if (span === 'none' ? period === '' : isStorable(spans[span], period)) return null
  return `its period ${quoteText(period)} is not ${span === 'none' ? 'empty' : `a ${span}`}`
}

const spans = { year: grains.year, month: grains.month, date: grains.day }

/** Texts of a record that cannot be stored, amounts that are out of bounds, and sums that do not add up. */
function findMeasureErrors(dataset: DatasetPlan, { scope, measures, texts }: StoredRecord): string[] {
  const errors = dataset.texts.flatMap(({ field, maxLength }) => {
    const error = findTextError(getText(texts, field), maxLength)
    return error === null ? [] : [`${field} ${error}`]
  })
  for (const [name, value] of Object.entries(measures)) {
    const measure = dataset.measures.find(({ field }) => field === name)
    const bounds = measure ?? dataset.group
    // Amounts that are not in the definition have no bounds.
    if (bounds === null || !isKnownMeasure(dataset, scope, name)) continue
    const error = findBoundsError(value, bounds)
    if (error !== null) errors.push(`${sanitize(name)} is ${value}, ${error}`)
    if (measure === undefined || measure.sum === null) continue
    const summands = getSummands(dataset, measure.sum)
    const sum = addMeasures(summands.map((part) => getMeasure(measures, part) ?? 0))
    if (!isSum(value, sum, summands.length))
      errors.push(`${name} is ${value}, but the record adds up to ${sum}`)
  }
  return errors
}

function findBoundsError(value: number, { min, max, decimals }: Bounds): string | null {
  if (value < min) return `but the minimum is ${min.toLocaleString('en')}`
  if (value > max) return `but the maximum is ${max.toLocaleString('en')}`
  return hasDecimals(value, decimals) ? null : `but has more than ${decimals} decimals`
}
