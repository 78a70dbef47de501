import { getMeasure } from '../../query/arithmetic.ts'
import { z } from 'zod'
import {
  listScopes,
  type StoredRecord,
  type StoredScope,
  scanRecords,
} from '../../server/data/tables/stored-records.ts'
import { type Command, ExitCode, noArguments, parseArguments } from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { loadUsableDefinitions, readStored } from '../database.ts'
import { type Bounds, type DatasetPlan, isStored } from '../../dataset/dataset-plan.ts'
import type { Connection } from '../../server/platform/database/handle.ts'
import { normalizeValue, VALUE_FORM } from '../../dataset/dimension-values.ts'
import { getDimensionValues, getStoredPeriod, isKey } from '../../dataset/record-keys.ts'
import { findTextError } from '../../reading/names.ts'
import { withArticle } from '../../server/data/imports/dynamic-columns.ts'
import { quoteText, sanitize } from '../../reading/errors.ts'
import { formatSource } from './list.ts'
import { hasDecimals } from '../../../schemas/dataset/primitives.ts'
import {
  addMeasures,
  getSummands,
  getText,
  isKnownMeasure,
  isKnownScope,
  isSum,
} from '../../dataset/measures.ts'

const MAX_MESSAGES = 50
/** Listed measures of one dataset that its definition does not have. */
const MAX_UNKNOWN = 50

/** Checks stored records against the definitions; data that is not in the definitions is a warning. */
export const checkCommand: Command = {
  usage: '',
  summary: 'checks stored records against the definitions of the datasets',
  run: async (args, terminal, context) => {
    parseArguments(args, z.object({ files: noArguments }))
    const { datasets } = loadUsableDefinitions(context, terminal)
    const { checked, warnings } = await readStored(context, async (db) => {
      const results = new Map<string, CheckResult>()
      for (const dataset of datasets) results.set(dataset.id, await checkRecords(db, dataset))
      return {
        checked: [...results.values()],
        warnings: listUnknown(datasets, await listScopes(db), results),
      }
    })
    for (const { messages, count } of checked) {
      for (const line of messages) terminal.out(line)
      if (count > messages.length) terminal.out(`and ${(count - messages.length).toLocaleString('en')} more`)
    }
    // Stored names may contain characters that manipulate a terminal.
    for (const line of warnings) terminal.out(`warning: ${line.split(' ').map(sanitize).join(' ')}`)
    for (const { id, source } of datasets) {
      if (source !== null) terminal.out(`${id}: not stored here, but read from ${formatSource(source)}`)
    }
    const [errors, records] = [sum(checked, 'count'), sum(checked, 'records')]
    terminal.out(
      `${pluralize(datasets.length, 'dataset')}, ${records.toLocaleString('en')} records: ${pluralize(errors, 'error')}, ${pluralize(warnings.length, 'warning')}`,
    )
    return errors > 0 ? ExitCode.Errors : ExitCode.Ok
  },
}

/** Counts the records and all errors, with the first errors as messages, and lists the names that are not defined. */
type CheckResult = Awaited<ReturnType<typeof checkRecords>>

const sum = (results: readonly CheckResult[], name: 'count' | 'records'): number =>
  results.reduce((total, result) => total + result[name], 0)

async function checkRecords(db: Connection, dataset: DatasetPlan) {
  const messages: string[] = []
  const unknown = new Set<string>()
  let [records, count] = [0, 0]
  for await (const page of scanRecords(db, dataset.id)) {
    for (const record of page) {
      for (const name of listUnknownNames(dataset, record)) if (unknown.size < MAX_UNKNOWN) unknown.add(name)
      // Values that are not in the definition are reported as warnings and have no rules.
      if (!isKnownScope(dataset, record.scope)) continue
      const location = [dataset.id, record.scope, record.key].filter((part) => part !== '').join(' ')
      for (const error of [findKeyError(dataset, record), ...findMeasureErrors(dataset, record)]) {
        if (error === null) continue
        count += 1
        if (messages.length < MAX_MESSAGES) messages.push(`${location}: ${error}`)
      }
    }
    records += page.length
  }
  return { records, messages, count, unknown: [...unknown] }
}

const listUnknownNames = (dataset: DatasetPlan, { scope, measures, texts = {} }: StoredRecord): string[] => [
  ...Object.keys(measures).filter((name) => !isKnownMeasure(dataset, scope, name)),
  ...Object.keys(texts).filter((name) => dataset.texts.every(({ field }) => field !== name)),
]

/** Lists the stored data that no definition contains: it stays stored and is not sent. */
function listUnknown(
  datasets: readonly DatasetPlan[],
  stored: readonly StoredScope[],
  checked: ReadonlyMap<string, CheckResult>,
): string[] {
  const consequence = 'they are kept and not shown'
  return [...new Set(stored.map(({ dataset }) => dataset))].flatMap((id) => {
    const scopes = stored.filter(({ dataset }) => dataset === id)
    const plan = datasets.find((dataset) => dataset.id === id && isStored(dataset))
    if (plan === undefined) {
      const total = scopes.reduce((count, { records }) => count + records, 0)
      return `dataset ${id}: ${countStored(total)}, and no definition has the dataset; ${consequence}`
    }
    const { unknown = [] } = checked.get(id) ?? {}
    const former = `dataset ${id}: stored measures ${unknown.join(', ')} are no longer in its definition; ${consequence}`
    return [
      ...(unknown.length === 0 ? [] : [former]),
      ...scopes
        .filter(({ scope }) => !isKnownScope(plan, scope))
        .map(
          ({ scope, records }) =>
            `dataset ${id}: ${countStored(records)} of '${scope}', which its definition does not have; ${consequence}`,
        ),
    ]
  })
}

const countStored = (count: number): string =>
  `${count.toLocaleString('en')} stored ${count === 1 ? 'record' : 'records'}`

/** Finds why a key or its period does not fit the dataset; null if they fit. */
function findKeyError({ key: plan, dimensions }: DatasetPlan, record: StoredRecord): string | null {
  const { period, key, scope } = record
  const wrong = getDimensionValues(scope).find(
    (value, index) => dimensions[index]?.values === null && normalizeValue(value) !== value,
  )
  if (wrong !== undefined) return `${quoteText(wrong)} is not ${VALUE_FORM}`
  if (!isKey(plan, key)) return `its key ${quoteText(key)} is not ${withArticle(plan.kind)}`
  const expected = getStoredPeriod(plan, key)
  return expected === period ? null : `its period is ${quoteText(period)}, not ${expected}`
}

/** Finds texts of a record that cannot be stored, amounts that are out of bounds, and sums that do not add up. */
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
