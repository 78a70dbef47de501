import { checkBounds, compileBounds, type MeasureKind } from './measure-kind.ts'

/** A number in a field of each record. */
export const field: MeasureKind<'field'> = {
  compile: (measure) => {
    const { label = measure.field, headings, when = {} } = measure
    return {
      fixed: { field: measure.field, label, headings, when, sum: null, ...compileBounds(measure) },
    }
  },
  check: checkBounds,
}
