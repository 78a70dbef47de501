import type { DatasetDefinition, SourcedDataset, StoredDataset } from '../../../schemas/dataset/definition.ts'
import type { ComputedMeasure } from '../../../schemas/dataset/measures.ts'
import { describeUnknown, type ReportAt } from '../../diagnostics/diagnostic.ts'
import { formatWords } from '../../report/model/format.ts'
import { ExpressionError, parseExpression, tryExpression } from '../expressions/parse-expression.ts'
import { describeComputed, splitExpression } from '../expressions/split-expression.ts'
import type { ComputedMeasurePlan } from '../../dataset/dataset-plan.ts'

/** Separates the measures that reports compute from those that records have. */
export function separateComputed(
  written: DatasetDefinition,
  definitions: readonly DatasetDefinition[],
  report: ReportAt,
) {
  const measures: readonly (typeof written.measures)[number][] = written.measures
  const others = [...measures.entries()].filter(([, measure]) => !('value' in measure))
  if (others.length === 0) report(['measures'], 'dataset-group', 'at least one measure is stored')
  const rejected = new Set<string>()
  const computed = measures.flatMap((measure, index) => {
    if (!('value' in measure)) return []
    // A measure with an error causes no further errors in measures that read it.
    const isRead = (measure.value.match(/\w+/g) ?? []).some((name) => rejected.has(name))
    const reportOnce: ReportAt = isRead ? () => {} : report
    if (checkComputed(measure, index, { ...written, measures }, definitions, reportOnce))
      return [compileComputed(measure)]
    rejected.add(measure.id)
    return []
  })
  return {
    definition: { ...written, measures: others.map(([, measure]) => measure) } as
      | StoredDataset
      | SourcedDataset,
    computed,
    /** Reports a diagnostic of the other measures at the place where the author wrote it. */
    report: ((path, ...diagnostic) => {
      const [part, index, ...rest] = path
      const [position] = (part === 'measures' && typeof index === 'number' && others[index]) || []
      report(position === undefined ? path : ['measures', position, ...rest], ...diagnostic)
    }) satisfies ReportAt,
  }
}

function compileComputed(measure: ComputedMeasure): ComputedMeasurePlan {
  const { id, label = formatWords(id), value, format = null, description = null } = measure
  return { id, label, value, format, description }
}

/** Returns whether a computed measure has a name of its own and reads measures that there are; reports what is wrong. */
function checkComputed(
  { id, value }: ComputedMeasure,
  index: number,
  dataset: Omit<DatasetDefinition, 'measures'> & { readonly measures: readonly object[] },
  definitions: readonly DatasetDefinition[],
  report: ReportAt,
): boolean {
  const names = dataset.measures.map(getName)
  if (names.indexOf(id) < index || dataset.dimensions.some((one) => one.id === id || one.field === id)) {
    report(['measures', index, 'id'], 'unique', `'${id}' is already a measure or a dimension`)
    return false
  }
  const earlier = names.slice(0, index)
  const computed = dataset.measures.flatMap((measure) => ('value' in measure ? getName(measure) : []))
  const findNameError = (name: string): string | null => {
    const [table = '', field] = name.split('.')
    if (computed.includes(name)) {
      return earlier.includes(name)
        ? describeComputed(name)
        : `'${name}' is not above '${id}'; write it there`
    }
    if (field === undefined && names.includes(name)) return null
    const others = names.filter((own) => own !== id)
    const joined = dataset.with[table]
    if (field === undefined || joined === undefined) return describeUnknown('measure', name, others)
    const joinedDataset = definitions.find(({ id }) => id === joined.dataset)
    const measures = joinedDataset?.measures.map(getName) ?? []
    return measures.includes(field) ? null : describeUnknown('measure', field, measures)
  }
  const requireMeasure = (name: string, position: number) => {
    const error = findNameError(name)
    if (error !== null) throw new ExpressionError(error, position)
  }
  const split = () =>
    splitExpression(value, {
      isTime: false,
      edgeUnit: null,
      columns: [],
      readColumn: () => null,
      readMeasure: (name) => {
        const measure = dataset.measures[earlier.indexOf(name)]
        return measure !== undefined && 'value' in measure ? parseExpression(String(measure.value)) : null
      },
      requireMeasure,
      requireDays: () => {},
      requireSum: () => {},
      findRowField: (name) => name,
      addMeasure: () => 'part',
      sample: () => ({ field: 'part', samples: 0 }),
    })
  const reportError = (message: string, at: number) =>
    report(['measures', index, 'value'], 'expression', message, at)
  return tryExpression(split, reportError) !== null
}

/** Returns the name by which reports know a measure; empty for a group of names. */
const getName = (measure: object): string =>
  'field' in measure ? String(measure.field) : 'id' in measure ? String(measure.id) : ''
