import type { DatasetDefinition } from '../../../schemas/dataset-definition.ts'
import type { EndpointKind } from './dataset-plan.ts'

/** What the records of a dataset would have to have for an endpoint, and do not. */
export function endpointLacks(kind: EndpointKind, definition: DatasetDefinition): string[] {
  if (kind === 'create' || kind === 'record') return lacksOfOne(definition)
  return kind === 'years' || kind === 'months' ? lacksOfPeriods(kind, definition) : []
}

/** What the body of a single record would have to say, and has no field for. */
function lacksOfOne({ key, dimensions, response }: DatasetDefinition): string[] {
  const { year, month } = response.metadata
  const per = key.kind === 'text' ? key.per : 'none'
  return [
    ...(per !== 'none' && year === undefined ? ['needs response.metadata.year, which a record says'] : []),
    ...(per === 'month' && month === undefined ? ['needs response.metadata.month, which a record says'] : []),
    ...dimensions
      .filter(({ field, values }) => field === undefined && values.length > 1)
      .map(({ id }) => `needs a field for the dimension '${id}', which a record says`),
  ]
}

/** Years or months are listed by the periods that records are kept by. */
function lacksOfPeriods(kind: 'years' | 'months', { key }: DatasetDefinition): string[] {
  const period = key.kind === 'date' ? 'month' : key.kind === 'month' ? 'year' : key.per
  const isThere = kind === 'years' ? period !== 'none' : period === 'month'
  return isThere ? [] : [`lists ${kind}, and the records are kept by ${period}`]
}
