import type { DatasetDefinition } from '../../../schemas/dataset-definition.ts'
import { allowed } from '../../engine/finding.ts'
import type { Report } from './finding.ts'

/** Dimensions, their values and the spellings of these are there once. */
export function checkDimensions({ dimensions }: DatasetDefinition, report: Report): void {
  const taken = new Set(['year', 'month', 'id', 'period', 'sheet', 'replace', 'from', 'to'])
  for (const [index, { id, values, paths }] of dimensions.entries()) {
    if (taken.has(id)) {
      report(['dimensions', index, 'id'], 'dataset-dimension', `'${id}' is taken already`)
    }
    taken.add(id)
    for (const [at, value] of values.entries()) {
      if (values.indexOf(value) !== at) {
        report(['dimensions', index, 'values', at], 'dataset-value', `'${value}' is there twice`)
      }
    }
    if (paths === undefined) continue
    const words = new Set<string>()
    for (const value of values) {
      const word = Object.hasOwn(paths, value) ? paths[value] : undefined
      if (word === undefined) {
        report(['dimensions', index, 'paths'], 'dataset-value', `'${value}' has no spelling here`)
      } else if (words.has(word)) {
        report(['dimensions', index, 'paths', value], 'dataset-value', `'${word}' is there twice`)
      }
      if (word !== undefined) words.add(word)
    }
    for (const value of Object.keys(paths)) {
      if (!values.includes(value)) {
        const message = `'${value}' is no value${allowed(value, values)}`
        report(['dimensions', index, 'paths', value], 'dataset-value', message)
      }
    }
  }
}

/** A condition of a measure names dimensions and their values. */
export function checkConditions({ dimensions, measures }: DatasetDefinition, report: Report): void {
  for (const [index, measure] of measures.entries()) {
    if (!('when' in measure) || measure.when === undefined) continue
    for (const [id, values] of Object.entries(measure.when)) {
      const dimension = dimensions.find((one) => one.id === id)
      const path = ['measures', index, 'when', id]
      if (dimension === undefined) {
        const known = dimensions.map((one) => one.id)
        report(path, 'dataset-when', `'${id}' is no dimension${allowed(id, known)}`)
        continue
      }
      for (const [at, value] of values.entries()) {
        if (!dimension.values.includes(value)) {
          const message = `'${value}' is no value of ${id}${allowed(value, dimension.values)}`
          report([...path, at], 'dataset-when', message)
        }
      }
    }
  }
}
