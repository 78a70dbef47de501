import { MAX_AMOUNT } from '../../../../schemas/dataset/primitives.ts'
import type { Json } from '../print-json.ts'
import type { Inferred } from './infer.ts'

/** The calls of a new dataset. */
export interface DraftCalls {
  readonly list: string
  readonly years: string
  readonly download: string
}

/** Calls below `/v1/` and the id; dimensions are parameters of the query, where any value is allowed. */
export function draftCalls(id: string, { key, dimensions }: Inferred): DraftCalls {
  const hasMonth = key.kind === 'date' || (key.kind === 'text' && key.per === 'month')
  const period = hasMonth ? '{year}/{month}' : '{year}'
  const query = dimensions
    .filter(({ values }) => values.length > 1)
    .map((dimension) => `${dimension.id}={${dimension.id}}`)
    .join('&')
  const end = query === '' ? '' : `?${query}`
  return {
    list: `/v1/${id}/${period}${end}`,
    years: `/v1/${id}/years`,
    download: `/v1/${id}/download/${period}${end}`,
  }
}

/** Builds a new dataset: the content of the file and the calls that serve it. */
export function draftDataset(schema: string, id: string, title: string, inferred: Inferred): Json {
  const { key, dimensions, measures, names, rowTotal, hasNegative } = inferred
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
    key:
      key.kind === 'date'
        ? { kind: 'date', field: key.field }
        : key.kind === 'month'
          ? { kind: 'month', field: key.field }
          : { kind: 'text', field: key.field, per: key.per },
    ...(dimensions.length === 0
      ? {}
      : {
          dimensions: dimensions.map(({ id: name, values }) => ({
            id: name,
            field: name,
            values: [...values],
          })),
        }),
    measures: isNamed ? [{ list: 'names', ...bounds(hasNegative) }] : fields,
    ...(rowTotal === null ? {} : { rowTotal: [rowTotal] }),
    ...(isNamed ? { response: { records: 'records.data' } } : {}),
    endpoints: { ...draftCalls(id, inferred) },
  }
}
