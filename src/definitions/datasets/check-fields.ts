import type { DatasetDefinition } from '../../../schemas/dataset-definition.ts'
import { allowed, type Path } from '../../engine/finding.ts'
import type { LeadingField } from './dataset-plan.ts'
import type { Report } from './finding.ts'

/** Each field of a record has a name of its own; those before the measures come first. */
export function checkFields(
  { key, measures }: DatasetDefinition,
  leading: readonly LeadingField[],
  report: Report,
): void {
  const named: (readonly [name: string, path: Path])[] = [
    ...leading.map((field) => [field.name, placeOf(field, key)] as const),
    ...measures.flatMap((measure, index) =>
      'field' in measure ? [[measure.field, ['measures', index, 'field']] as const] : [],
    ),
  ]
  const seen = new Set<string>()
  for (const [name, path] of named) {
    if (seen.has(name)) report(path, 'dataset-field', `'${name}' is the name of two fields`)
    seen.add(name)
  }
}

/** Where the name of a field is written. */
function placeOf(field: LeadingField, key: DatasetDefinition['key']): Path {
  if (field.kind === 'dimension') return ['dimensions', field.index, 'field']
  if (field.kind === 'key') return ['key', 'field']
  if (field.kind === 'year' && key.kind === 'month' && key.yearField === field.name) {
    return ['key', 'yearField']
  }
  return ['response', 'metadata', field.kind]
}

/** Bounds are in order, sums refer to what stands before them, and at most one group comes last. */
export function checkMeasures({ measures }: DatasetDefinition, report: Report): void {
  const before: string[] = []
  for (const [index, measure] of measures.entries()) {
    if (!('field' in measure) && index < measures.length - 1) {
      report(['measures', index], 'dataset-group', 'a list or pattern comes last, and there is one')
    }
    if ('min' in measure && measure.min > measure.max) {
      report(['measures', index, 'min'], 'dataset-bounds', `${measure.min} is above ${measure.max}`)
    }
    if ('sum' in measure) {
      for (const [at, name] of measure.sum.entries()) {
        const isTwice = measure.sum.indexOf(name) !== at
        if (before.includes(name) && !isTwice) continue
        const what = isTwice ? 'is there twice' : `is no measure that stands before${allowed(name, before)}`
        report(['measures', index, 'sum', at], 'dataset-sum', `'${name}' ${what}`)
      }
    }
    if ('field' in measure) before.push(measure.field)
  }
}
