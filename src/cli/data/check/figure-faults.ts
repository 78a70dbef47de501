import { hasDecimals } from '../../../../schemas/figure.ts'
import type { Bounds, DatasetPlan } from '../../../definitions/datasets/dataset-plan.ts'
import { figureOf } from '../../../server/datasets/figures.ts'
import { isKnownFigure } from '../../../server/datasets/known-figures.ts'
import type { ScannedRecord } from '../../../server/datasets/scan.ts'
import { isSum, sumOf, summandsOf } from '../../../server/datasets/sums.ts'
import { shown } from '../import/quoted.ts'

/** What is wrong with the figures of a record: those beyond their bounds, and sums that do not add up. */
export function figureFaults(dataset: DatasetPlan, { scope, figures }: ScannedRecord): string[] {
  const faults: string[] = []
  for (const [name, value] of Object.entries(figures)) {
    const measure = dataset.measures.find(({ field }) => field === name)
    const bounds = measure ?? dataset.group
    // What the definition has no more has no bounds either.
    if (bounds === null || !isKnownFigure(dataset, scope, name)) continue
    const fault = boundsFault(value, bounds)
    if (fault !== null) faults.push(`${shown(name)} is ${value}, ${fault}`)
    if (measure === undefined || measure.sum === null) continue
    const summands = summandsOf(dataset, measure.sum)
    const sum = sumOf(summands.map((part) => figureOf(figures, part) ?? 0))
    if (!isSum(value, sum, summands.length))
      faults.push(`${name} is ${value}, and the record adds up to ${sum}`)
  }
  return faults
}

function boundsFault(value: number, { min, max, decimals }: Bounds): string | null {
  if (value < min) return `and the least allowed is ${min.toLocaleString('en')}`
  if (value > max) return `and the largest allowed is ${max.toLocaleString('en')}`
  return hasDecimals(value, decimals) ? null : `and has more decimals than ${decimals}`
}
