import type { SourcedDataset, StoredDataset } from '../../../schemas/dataset/definition.ts'
import { MAX_AMOUNT } from '../../../schemas/dataset/primitives.ts'
import { describeForeign, type ReportAt } from '../../diagnostics/diagnostic.ts'
import {
  type SourceAggregate,
  sourceAggregates,
  type SourceMeasurePlan,
  type SourcePlan,
} from '../../dataset/dataset-plan.ts'

/** Returns a computed measure as a stored one, with any value. */
export const toStoredMeasure = ({
  field,
  label,
  unit,
}: Pick<SourcedDataset['measures'][number], 'field' | 'label' | 'unit'>) => {
  return { field, label, unit, headings: [], min: -MAX_AMOUNT, max: MAX_AMOUNT }
}

/** Returns a sourced dataset as a stored one of the same key, dimensions and measures. */
export function toStored({ dimensions, measures, ...others }: SourcedDataset): StoredDataset {
  return {
    ...others,
    dimensions: [...dimensions],
    measures: measures.map(toStoredMeasure),
    texts: [],
    rowTotal: [],
    expect: [],
  }
}

/** Compiles where the rows of a dataset are; the columns are known only to the source. */
export function compileSource(
  { source, dimensions, measures }: SourcedDataset,
  report: ReportAt,
): SourcePlan {
  for (const [index, { id, values = [], codes, column = id }] of dimensions.entries()) {
    const path = ['dimensions', index]
    for (const value of Object.keys(codes)) {
      if (values.includes(value)) continue
      report([...path, 'codes', value], 'source-code', describeForeign(value, 'a value', values))
    }
    const written = values.map((value) => codes[value] ?? value)
    const twice = written.find((code, at) => written.indexOf(code) < at)
    if (twice === undefined) continue
    report([...path, 'codes'], 'source-code', `'${twice}' in ${column} would be of two values`)
  }
  return {
    ...source,
    relation: source.relation.split('.'),
    dimensions: dimensions.map(({ id, column = id, codes, values }) => ({
      column,
      codes: values?.map((value) => codes[value] ?? value) ?? null,
    })),
    measures: measures.map(compileMeasure),
  }
}

function compileMeasure(measure: SourcedDataset['measures'][number]): SourceMeasurePlan {
  const columns: Partial<Record<SourceAggregate, string>> = measure
  const aggregate = sourceAggregates.find((name) => columns[name] !== undefined) ?? 'sum'
  const divideBy = ('divideBy' in measure && measure.divideBy) || 1
  return { field: measure.field, aggregate, column: columns[aggregate] ?? '', divideBy }
}
