import { z } from 'zod'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { tooLarge } from '../../../../schemas/dataset/primitives.ts'
import { badRequest } from '../../platform/http/responses.ts'
import {
  buildRecordKey,
  buildScope,
  parseSentKey,
  type RecordKey,
  splitPeriod,
} from '../../../dataset/record-keys.ts'
import type { Entry } from '../tables/stored-records.ts'
import { type Measures, addMeasures, getSummands, hasMeasure, isSum } from '../../../dataset/measures.ts'

const Body = z.record(z.string(), z.unknown())

/** Reads the record of a validated body. Throws 400 if its parts contradict each other. */
export function readRecordBody(dataset: DatasetPlan, value: unknown): Entry & { readonly scope: string } {
  const body = Body.parse(value)
  const values = dataset.dimensions.map(({ field, values: known }) => {
    const [only = ''] = known ?? []
    const value = field === null ? undefined : body[field]
    return typeof value === 'string' ? value : only
  })
  const measures = completeMeasures(dataset, values, body)
  const key = parseKey(dataset, body)
  checkParts(dataset, key, body)
  const texts = dataset.texts.map(({ field }): [string, string] => {
    const text = body[field]
    return [field, typeof text === 'string' ? text : '']
  })
  return { scope: buildScope(values), ...key, measures, texts: Object.fromEntries(texts) }
}

function parseKey(dataset: DatasetPlan, body: Readonly<Record<string, unknown>>): RecordKey {
  const { key, response } = dataset
  const year = Number(body[response.leading.find(({ kind }) => kind === 'year')?.name ?? ''])
  return buildRecordKey(dataset, parseSentKey(key, body[key.field], year))
}

/** Checks that year and month, which a body may state beside the key, equal those of the key. */
function checkParts(
  dataset: DatasetPlan,
  recordKey: RecordKey,
  body: Readonly<Record<string, unknown>>,
): void {
  const { key, response } = dataset
  const parts = splitPeriod(recordKey)
  for (const { kind, name } of response.leading) {
    if (kind !== 'year' && kind !== 'month') continue
    if ((body[name] ?? parts[kind]) !== parts[kind]) {
      throw badRequest(`${key.field} is not in the year and month of the record.`)
    }
  }
}

/** Completes the measures of a body: those of its dimensions. A missing sum is computed, another one checked. */
function completeMeasures(
  dataset: DatasetPlan,
  values: readonly string[],
  body: Readonly<Record<string, unknown>>,
): Measures {
  const measures: Record<string, number> = {}
  for (const measure of dataset.measures) {
    const sent = body[measure.field]
    if (!hasMeasure(dataset, values, measure)) {
      if (sent !== undefined)
        throw badRequest(`There is no field '${measure.field}' for ${values.join(', ')}.`)
      continue
    }
    if (measure.sum === null) {
      if (sent === undefined) throw badRequest(`${measure.field} is required.`)
      measures[measure.field] = Number(sent)
      continue
    }
    const summands = getSummands(dataset, measure.sum)
    const sum = addMeasures(summands.map((name) => measures[name] ?? 0))
    if (sum > measure.max) throw badRequest(`${measure.field} ${tooLarge(measure.max)}.`)
    if (sent !== undefined && !isSum(Number(sent), sum, summands.length)) {
      throw badRequest(`${measure.field} is ${Number(sent)}, and the record adds up to ${sum}.`)
    }
    measures[measure.field] = sent === undefined ? sum : Number(sent)
  }
  return measures
}
