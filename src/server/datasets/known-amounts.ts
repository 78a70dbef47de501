import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { hasMeasure } from './record-body.ts'
import { getDimensionValues } from './record-key.ts'

/**
 * Whether a definition knows a stored figure: a measure that records of the scope have, or a name of its list or
 * pattern. Others are of a measure that it has no more; they are kept and not shown.
 */
export function isKnownAmount(dataset: DatasetPlan, scope: string, name: string): boolean {
  const { measures, group } = dataset
  const measure = measures.find(({ field }) => field === name)
  if (measure !== undefined) return hasMeasure(dataset, getDimensionValues(scope), measure)
  if (group === null) return false
  return group.kind === 'list' || getPatternForm(group.pattern).test(name)
}

const forms = new Map<string, RegExp>()

/** What the names of a pattern such as `{source}_to_{destination}` look like: any texts between its own. */
export function getPatternForm(pattern: string): RegExp {
  const known = forms.get(pattern)
  if (known !== undefined) return known
  const texts = pattern
    .split(/\{[a-z]+\}/)
    .map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  const made = new RegExp(`^${texts.join('(.+?)')}$`, 'su')
  forms.set(pattern, made)
  return made
}
