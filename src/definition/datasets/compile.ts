import { DatasetDefinition } from '../../../schemas/dataset/definition.ts'
import { suggest } from '../diagnostic.ts'
import { checkCalls } from './check-calls.ts'
import { checkDemo } from './check-demo.ts'
import { checkConditions, checkDimensions, checkFields, checkMeasures } from './check-fields.ts'
import { compileEndpoints } from './endpoints.ts'
import type { DatasetKeyPlan, DatasetPlan, LeadingField } from './dataset-plan.ts'
import { getDatasetKeyKind } from './keys.ts'
import { compileMeasure, getSentList } from './measures.ts'
import type { DatasetDiagnostic, Reporter } from './rules.ts'
import type { DefinitionFile } from '../json-document.ts'
import { sortDiagnostics, type LocatedDiagnostic } from '../located-diagnostic.ts'
import { readDefinitions } from '../read-definitions.ts'

/** Compiles the definitions of a folder together; the plans are of use only where there is no finding. */
export function compileDatasets(definitions: readonly DatasetDefinition[]): {
  readonly datasets: readonly DatasetPlan[]
  readonly findings: readonly DatasetDiagnostic[]
} {
  const findings: DatasetDiagnostic[] = []
  const datasets = definitions.map((definition) =>
    compileDataset(definition, (path, rule, message) =>
      findings.push({ dataset: definition.id, path, rule, message }),
    ),
  )
  for (const [index, { id }] of definitions.entries()) {
    if (definitions.findIndex((other) => other.id === id) === index) continue
    const message = `another definition has the id '${id}' too`
    findings.push({ dataset: id, path: ['id'], rule: 'dataset-id', message })
  }
  findings.push(...checkCalls(datasets))
  for (const dataset of datasets) {
    checkDemo(dataset, datasets, (path, rule, message) =>
      findings.push({ dataset: dataset.id, path, rule, message }),
    )
  }
  return { datasets, findings }
}

function compileDataset(definition: DatasetDefinition, report: Reporter): DatasetPlan {
  const { id, title, summary, noun, key, dimensions, rowTotal, response, demo } = definition
  const compiled = definition.measures.map(compileMeasure)
  const measures = compiled.flatMap((one) => ('fixed' in one ? [one.fixed] : []))
  const group = compiled.flatMap((one) => ('group' in one ? [one.group] : []))[0] ?? null
  checkDimensions(definition, report)
  checkConditions(definition, report)
  checkMeasures(definition, report)
  const leading = compileLeading(definition, report)
  checkFields(definition, leading, report)
  const recordsIn = response.records === 'records' ? null : response.records.slice('records.'.length)
  const sentList = getSentList(group)
  if (sentList !== null && (recordsIn === null || recordsIn === sentList)) {
    const message = `the list '${sentList}' stands beside the records; response.records must then be 'records.data' or the like`
    const index = definition.measures.findIndex((measure) => 'group' in compileMeasure(measure))
    report(['measures', index, 'list'], 'dataset-response', message)
  }
  return {
    id,
    title,
    summary,
    noun,
    key: compileKey(key),
    dimensions: dimensions.map(({ field = null, paths = null, ...dimension }) => ({
      ...dimension,
      field,
      paths,
    })),
    measures,
    group,
    rowTotal,
    response: { recordsIn, leading, empty: response.empty },
    endpoints: compileEndpoints(definition, report),
    demo: demo ?? null,
  }
}

const compileKey = (key: DatasetDefinition['key']): DatasetKeyPlan => key

/** The fields before the measures: those of `order` first, then id, key, dimensions, other metadata. */
function compileLeading({ key, dimensions, response }: DatasetDefinition, report: Reporter): LeadingField[] {
  const { id, year, month, createdAt, updatedAt } = response.metadata
  const named = (kind: 'id' | 'year' | 'month' | 'createdAt' | 'updatedAt', name: string | undefined) =>
    name === undefined ? [] : [{ kind, name }]
  const fields: LeadingField[] = [
    ...named('id', id),
    ...named('year', getDatasetKeyKind(key).yearField(key)),
    { kind: 'key', name: key.field },
    ...dimensions.flatMap(({ field }, index) =>
      field === undefined ? [] : [{ kind: 'dimension' as const, name: field, index }],
    ),
    ...named('year', year),
    ...named('month', month),
    ...named('createdAt', createdAt),
    ...named('updatedAt', updatedAt),
  ]
  const names = fields.map(({ name }) => name)
  for (const [index, name] of response.order.entries()) {
    if (names.includes(name) && response.order.indexOf(name) === index) continue
    const what = names.includes(name) ? 'is there twice' : `is no such field${suggest(name, names)}`
    report(['response', 'order', index], 'dataset-order', `'${name}' ${what}`)
  }
  const place = (name: string) => {
    const index = response.order.indexOf(name)
    return index < 0 ? response.order.length : index
  }
  return fields.toSorted((one, other) => place(one.name) - place(other.name))
}

/** What a folder of dataset definitions comes to: datasets where all is well, findings with their places otherwise. */
export interface CompiledDatasets {
  readonly datasets: readonly DatasetPlan[]
  readonly findings: readonly LocatedDiagnostic[]
}

/** Reads dataset definitions together, since they share their calls. Never throws; tells every finding. */
export function compileDatasetFiles(files: readonly DefinitionFile[]): CompiledDatasets {
  const read = readDefinitions(DatasetDefinition, files)
  const compiled = compileDatasets(read.definitions)
  const findings = [
    ...read.findings,
    ...compiled.findings.map(({ dataset, path, rule, message }) => read.place(dataset, path, rule, message)),
  ]
  return { datasets: findings.length === 0 ? compiled.datasets : [], findings: sortDiagnostics(findings) }
}
