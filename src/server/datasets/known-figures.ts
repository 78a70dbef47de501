import type { DatasetPlan } from '../../definitions/datasets/dataset-plan.ts'
import { patternForm } from './pattern.ts'
import { hasMeasure } from './record-body.ts'
import { valuesOf } from './record-key.ts'

/**
 * Whether a definition knows a stored figure: a measure that records of the scope have, or a name of its list or
 * pattern. Others are of a measure that it has no more; they are kept and not shown.
 */
export function isKnownFigure(dataset: DatasetPlan, scope: string, name: string): boolean {
  const { measures, group } = dataset
  const measure = measures.find(({ field }) => field === name)
  if (measure !== undefined) return hasMeasure(dataset, valuesOf(scope), measure)
  if (group === null) return false
  return group.kind === 'list' || formOf(group.pattern).test(name)
}

const forms = new Map<string, RegExp>()

function formOf(pattern: string): RegExp {
  const known = forms.get(pattern)
  if (known !== undefined) return known
  const made = patternForm(pattern)
  forms.set(pattern, made)
  return made
}
