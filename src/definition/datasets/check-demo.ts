import { suggest, type Path } from '../diagnostic.ts'
import type { DatasetPlan } from './dataset-plan.ts'
import { getDatasetKeyKind } from './keys.ts'
import type { Reporter } from './rules.ts'

const isSource = ({ key }: DatasetPlan): boolean => getDatasetKeyKind(key).averages === 'source'

/** What the demo names is there: measures, names, values, and the dataset that is averaged. */
export function checkDemo(
  { demo, measures, dimensions, group, key }: DatasetPlan,
  datasets: readonly DatasetPlan[],
  onDiagnostic: Reporter,
): void {
  if (demo === null) return
  const fields = measures.filter(({ sum }) => sum === null).map(({ field }) => field)
  if ('average' in demo) {
    const other = datasets.find(({ id }) => id === demo.average.dataset)
    const path = ['demo', 'average']
    if (other === undefined || !isSource(other) || getDatasetKeyKind(key).averages !== 'result') {
      const ids = datasets.filter(isSource).map(({ id }) => id)
      const message = `'${demo.average.dataset}' is not a dataset of days whose months could be averaged${suggest(demo.average.dataset, ids)}`
      onDiagnostic([...path, 'dataset'], 'dataset-demo', message)
      return
    }
    const known = other.measures.map(({ field }) => field)
    for (const [field, source] of Object.entries(demo.average.measures)) {
      const at = [...path, 'measures', field]
      if (!fields.includes(field))
        onDiagnostic(at, 'dataset-demo', `'${field}' is not a measure${suggest(field, fields)}`)
      if (!known.includes(source))
        onDiagnostic(
          at,
          'dataset-demo',
          `'${source}' is not a measure of ${other.id}${suggest(source, known)}`,
        )
    }
    return
  }
  const values = dimensions.flatMap((dimension) => dimension.values)
  const checkBase = (path: Path, base: number | Readonly<Record<string, number>>) => {
    for (const value of typeof base === 'number' ? [] : Object.keys(base)) {
      if (!values.includes(value)) {
        onDiagnostic(
          [...path, value],
          'dataset-demo',
          `'${value}' is not a value of a dimension${suggest(value, values)}`,
        )
      }
    }
  }
  for (const [field, base] of Object.entries(demo.values)) {
    if (!fields.includes(field)) {
      onDiagnostic(
        ['demo', 'values', field],
        'dataset-demo',
        `'${field}' is not a measure${suggest(field, fields)}`,
      )
    }
    checkBase(['demo', 'values', field], base)
  }
  for (const [name, base] of Object.entries(demo.names)) {
    if (group === null && !getDatasetKeyKind(key).isNamed) {
      onDiagnostic(
        ['demo', 'names', name],
        'dataset-demo',
        'the dataset has no list, no pattern and no text key',
      )
    }
    checkBase(['demo', 'names', name], base)
  }
}
