import { DatasetDefinition, type StoredDataset } from '../../../schemas/dataset/definition.ts'
import { deepFreeze } from '../deep-freeze.ts'
import { type LocatedDiagnostic, type Path, sortDiagnostics, suggest } from '../diagnostic.ts'
import { checkCalls, compileEndpoints } from './endpoints.ts'
import { checkConditions, checkDemo, checkDimensions, checkFields, checkMeasures } from './check-dataset.ts'
import type { DatasetKeyPlan, DatasetPlan, LeadingField } from './dataset-plan.ts'
import { compileDerived } from './derived.ts'
import { getDatasetKeyKind } from './keys.ts'
import { compileMeasure, getSentList } from './measures.ts'
import { compileSource, toStored } from './source.ts'
import type { DatasetDiagnostic, Reporter } from './rules.ts'
import type { DefinitionFile } from '../json-document.ts'
import { readDefinitions } from '../read-definitions.ts'

/** Compiles the definitions of a folder together; the plans are valid only if there are no diagnostics. */
export function compileDatasets(
  definitions: readonly DatasetDefinition[],
  unread: readonly string[] = [],
): {
  readonly datasets: readonly DatasetPlan[]
  readonly diagnostics: readonly DatasetDiagnostic[]
} {
  const diagnostics: DatasetDiagnostic[] = []
  const isInvalid = (id: string) => unread.includes(id) || diagnostics.some(({ dataset }) => dataset === id)
  const compile = createCompiler(definitions, isInvalid, (diagnostic) => diagnostics.push(diagnostic))
  const datasets = definitions.flatMap((definition) => compile(definition, []) ?? [])
  for (const [index, { id }] of definitions.entries()) {
    if (definitions.findIndex((other) => other.id === id) === index) continue
    const message = `another definition has the id '${id}' too`
    diagnostics.push({ dataset: id, path: ['id'], rule: 'dataset-id', message })
  }
  diagnostics.push(...checkCalls(datasets))
  for (const dataset of datasets) {
    const { id, demo } = dataset
    if (isInvalid(id) || (demo !== null && 'average' in demo && isInvalid(demo.average.dataset))) continue
    checkDemo(dataset, datasets, (path, rule, message) =>
      diagnostics.push({ dataset: dataset.id, path, rule, message }),
    )
  }
  return { datasets: datasets.map(deepFreeze), diagnostics }
}

/** Creates a function that compiles each dataset once, after those that it is computed from; null if it lacks one. */
function createCompiler(
  definitions: readonly DatasetDefinition[],
  isInvalid: (id: string) => boolean,
  onDiagnostic: (diagnostic: DatasetDiagnostic) => void,
) {
  const known = new Map<DatasetDefinition, DatasetPlan | null>()
  const compile = (definition: DatasetDefinition, before: readonly string[]): DatasetPlan | null => {
    const compiled = known.get(definition)
    if (compiled !== undefined) return compiled
    const plan = compileOne(definition, [...before, definition.id])
    known.set(definition, plan)
    return plan
  }
  const compileOne = (definition: DatasetDefinition, chain: readonly string[]): DatasetPlan | null => {
    const report: Reporter = (path, rule, message) =>
      onDiagnostic({ dataset: definition.id, path, rule, message })
    if ('source' in definition) {
      return { ...compileStored(toStored(definition), report), source: compileSource(definition, report) }
    }
    if (!('from' in definition)) return compileStored(definition, report)
    const findSource = (id: string, path: Path): DatasetPlan | null => {
      const source = definitions.find((one) => one.id === id)
      if (source === undefined && !isInvalid(id)) {
        const ids = definitions.map((one) => one.id)
        report(path, 'from-dataset', `there is no dataset '${id}'${suggest(id, ids)}`)
      }
      if (source === undefined) return null
      if (!chain.includes(id)) return compile(source, chain)
      const cycle = [...chain.slice(chain.indexOf(id)), id].join(' → ')
      report(path, 'from-dataset', `it is computed from itself: ${cycle}`)
      return null
    }
    const { join } = definition.from
    const source = findSource(definition.from.dataset, ['from', 'dataset'])
    const joined = join === undefined ? null : findSource(join.dataset, ['from', 'join', 'dataset'])
    if (source === null || (join !== undefined && joined === null)) return null
    // What is wrong with a source, or with what is read of it, would be repeated.
    const reportOwn: Reporter = (...error) => {
      if (![source.id, joined?.id ?? source.id].some(isInvalid)) report(...error)
    }
    const derived = compileDerived(definition, source, joined, reportOwn)
    const reportFurther: Reporter = isInvalid(definition.id) ? () => undefined : mapPaths(reportOwn)
    return { ...compileStored(derived.definition, reportFurther), from: derived.from }
  }
  return compile
}

/** Reports what is wrong with the key or a dimension of a derived dataset where these are written. */
const mapPaths =
  (report: Reporter): Reporter =>
  (path, rule, message) =>
    report(path[0] === 'key' ? ['from'] : path[0] === 'dimensions' ? path.slice(0, 2) : path, rule, message)

function compileStored(definition: StoredDataset, onDiagnostic: Reporter): DatasetPlan {
  const { id, title, summary, noun, key, dimensions, rowTotal, response, demo } = definition
  const compiled = definition.measures.map(compileMeasure)
  const measures = compiled.flatMap((one) => ('fixed' in one ? [one.fixed] : []))
  const group = compiled.flatMap((one) => ('group' in one ? [one.group] : []))[0] ?? null
  checkDimensions(definition, onDiagnostic)
  checkConditions(definition, onDiagnostic)
  checkMeasures(definition, onDiagnostic)
  const leading = compileLeading(definition, onDiagnostic)
  checkFields(definition, leading, onDiagnostic)
  const recordsIn = response.records === 'records' ? null : response.records.slice('records.'.length)
  const sentList = getSentList(group)
  if (sentList !== null && (recordsIn === null || recordsIn === sentList)) {
    const message = `the list '${sentList}' is sent beside the records, so response.records must name a list within records, such as 'records.data'`
    const index = definition.measures.findIndex((measure) => 'group' in compileMeasure(measure))
    onDiagnostic(['measures', index, 'list'], 'dataset-response', message)
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
    texts: definition.texts.map((text) => ({ ...text, label: text.label ?? text.field })),
    rowTotal,
    response: { recordsIn, leading, empty: response.empty },
    endpoints: compileEndpoints(definition, onDiagnostic),
    demo: demo ?? null,
    from: null,
    source: null,
  }
}

const compileKey = (key: StoredDataset['key']): DatasetKeyPlan => key

/** The fields before the measures: those of `order` first, then id, key, dimensions, other metadata. */
function compileLeading(
  { key, dimensions, response }: StoredDataset,
  onDiagnostic: Reporter,
): LeadingField[] {
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
    const what = names.includes(name)
      ? 'is there twice'
      : `is not a field before the measures${suggest(name, names)}`
    onDiagnostic(['response', 'order', index], 'dataset-order', `'${name}' ${what}`)
  }
  const getPosition = (name: string) => {
    const index = response.order.indexOf(name)
    return index < 0 ? response.order.length : index
  }
  return fields.toSorted((one, other) => getPosition(one.name) - getPosition(other.name))
}

/** The result for a folder of datasets: datasets if all of them are valid, located diagnostics otherwise. */
export interface CompiledDatasets {
  readonly datasets: readonly DatasetPlan[]
  readonly diagnostics: readonly LocatedDiagnostic[]
}

/** Reads dataset definitions together, since they may share calls. Never throws; returns every diagnostic. */
export function compileDatasetFiles(files: readonly DefinitionFile[]): CompiledDatasets {
  const read = readDefinitions(DatasetDefinition, files, 'dataset-id')
  const compiled = compileDatasets(read.definitions, read.unread)
  const diagnostics = [
    ...read.diagnostics,
    ...compiled.diagnostics.map(({ dataset, path, rule, message }) =>
      read.locate(dataset, path, rule, message),
    ),
  ]
  return {
    datasets: diagnostics.length === 0 ? compiled.datasets : [],
    diagnostics: sortDiagnostics(diagnostics),
  }
}
