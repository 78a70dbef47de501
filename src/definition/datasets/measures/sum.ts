import { MAX_AMOUNT } from '../../../../schemas/api/amount.ts'
import { suggest } from '../../diagnostic.ts'
import type { MeasureKind } from './measure-kind.ts'

/** The sum of measures that are written before it. */
export const sum: MeasureKind<'sum'> = {
  compile: (measure) => {
    const { field, label = field, headings, when = {}, max } = measure
    const bounds = { min: -MAX_AMOUNT, max, decimals: null }
    return { fixed: { field, label, headings, when, sum: measure.sum, ...bounds } }
  },
  check: (measure, { index, before, report }) => {
    for (const [position, name] of measure.sum.entries()) {
      const isTwice = measure.sum.indexOf(name) !== position
      if (before.includes(name) && !isTwice) continue
      const what = isTwice ? 'is there twice' : `is no measure that stands before${suggest(name, before)}`
      report(['measures', index, 'sum', position], 'dataset-sum', `'${name}' ${what}`)
    }
  },
}
