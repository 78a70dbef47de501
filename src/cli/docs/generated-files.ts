import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { reportMachine } from '../../web/machines/report-machine.ts'
import { formatReference } from './reference.ts'
import { adaptToEditors } from './editor-schema.ts'
import { DashboardDefinition } from '../../../schemas/dashboard/definition.ts'
import { DatasetDefinition } from '../../../schemas/dataset/definition.ts'
import { ReportDefinition } from '../../../schemas/report/definition.ts'
import { loadDefinitions } from '../database.ts'
import { getFileKeyKind } from '../data/import/key-kinds.ts'
import { buildTargets, formatDimensionHeading, type ImportTarget } from '../data/import/import-target.ts'
import { addMeasures, getSummands, hasMeasure } from '../../server/datasets/measures.ts'

/** Files that follow from the code, by path. `npm run generate` writes them; a test fails while one is stale. */
export const buildGeneratedFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ...describeDefinitions('report', 'Report definitions', ReportDefinition),
    ...describeDefinitions('dataset', 'Dataset definitions', DatasetDefinition),
    ...describeDefinitions('dashboard', 'Dashboard definitions', DashboardDefinition),
    ['docs/reference/import-files.md', formatImportFiles()],
    ['docs/reference/report-machine.md', formatMachineDiagram('The report machine', reportMachine)],
  ])

/** The JSON Schema of definitions as their authors write them, where defaults are optional, and its reference. */
function describeDefinitions(name: string, title: string, definition: z.ZodType): [string, string][] {
  const schema = z.toJSONSchema(definition, { target: 'draft-2020-12', io: 'input' })
  const introduction = `Every key of \`${name}s/*.json\`. [The guide](../../${name}s/README.md) says how they work together.`
  return [
    [`schemas/${name}-definition.schema.json`, `${JSON.stringify(adaptToEditors(schema), null, 2)}\n`],
    [`docs/reference/${name}-definition.md`, formatReference(title, introduction, schema)],
  ]
}

/** A machine drawn as a Mermaid state diagram: states, events, guards, delays and what is invoked. */
function formatMachineDiagram(title: string, machine: AnyStateMachine): string {
  const lines = [
    `# ${title}`,
    '',
    'Drawn from the machine itself by `npm run generate`.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...drawChildren(machine.root, '  '),
    ...drawTransitions(machine.root),
    '```',
    '',
  ]
  return lines.join('\n')
}

const getName = (node: AnyStateNode): string => (node.path.length === 0 ? 'screen' : node.path.join('_'))

function drawChildren(node: AnyStateNode, indent: string): string[] {
  const children = Object.values(node.states)
  return children.flatMap((child, index) => {
    const inner = Object.keys(child.states).length > 0
    const separator = node.type === 'parallel' && index > 0 ? [`${indent}--`] : []
    const own = [`${indent}state "${child.key}" as ${getName(child)}`]
    const invoked = child.invoke.map(({ id }) => `${indent}note right of ${getName(child)} : invokes ${id}`)
    if (!inner) return [...separator, ...own, ...invoked]
    const first = child.initial.target[0]
    const start =
      child.type === 'parallel' || first === undefined ? [] : [`${indent}  [*] --> ${getName(first)}`]
    return [
      ...separator,
      ...own,
      `${indent}state ${getName(child)} {`,
      ...start,
      ...drawChildren(child, `${indent}  `),
      `${indent}}`,
      ...invoked,
    ]
  })
}

function drawTransitions(node: AnyStateNode): string[] {
  const own = [...node.transitions.values(), node.always ?? []].flat().flatMap((transition) => {
    const targets = transition.target ?? []
    return targets.map((target) => `  ${getName(node)} --> ${getName(target)}${formatLabel(transition)}`)
  })
  return [...own, ...Object.values(node.states).flatMap(drawTransitions)]
}

function formatLabel({ eventType, guard }: { eventType: string; guard?: unknown }): string {
  const event = formatEvent(eventType)
  const name = typeof guard === 'string' ? guard : getGuardType(guard)
  const parts = [event, name === null ? '' : `[${name}]`].filter((part) => part !== '')
  return parts.length === 0 ? '' : ` : ${parts.join(' ')}`
}

function getGuardType(guard: unknown): string | null {
  if (typeof guard !== 'object' || guard === null || !('type' in guard)) return null
  return typeof guard.type === 'string' ? guard.type : null
}

function formatEvent(event: string): string {
  const after = /^xstate\.after\.(\w+)\./.exec(event)
  if (after) return `after ${after[1] ?? ''}`
  const actor = /^xstate\.(done|error)\.actor\.(\w+)/.exec(event)
  return actor ? `${actor[2] ?? ''} ${actor[1] === 'done' ? 'succeeds' : 'fails'}` : event
}

/** Formats the page with an example file for each shipped dataset. */
export function formatImportFiles(): string {
  const targets = buildTargets(loadDefinitions({ environment: {}, root: '.' }))
  const introduction =
    'One record of each shipped dataset, in the form of [real data](../operations/data.md). The heading of a measure may also be the name of its field. A dimension may be left out and be given as an option, such as `--type`.'
  const sections = targets.flatMap((target) => [
    `## ${target.dataset.id}`,
    '',
    '```csv',
    formatExampleFile(target).trimEnd(),
    '```',
    '',
  ])
  return ['# Example files', '', introduction, '', ...sections].join('\n')
}

/** Formats a file of one record: the first value of each dimension, and two names of the group. */
export function formatExampleFile(target: ImportTarget): string {
  const { dataset, keyHeading, dimensions, dynamicColumns } = target
  const per = dataset.key.kind === 'text' ? dataset.key.per : 'none'
  const values = dataset.dimensions.map(({ values: [first = ''] }) => first)
  const measures = dataset.measures.filter((measure) => hasMeasure(dataset, values, measure))
  const amounts = new Map<string, number>()
  for (const [index, { field, sum, min, max, decimals }] of measures.entries()) {
    const value = Math.min(max, Math.max(min, decimals === 0 ? index + 1 : index + 1.5))
    amounts.set(
      field,
      sum === null ? value : addMeasures(getSummands(dataset, sum).map((name) => amounts.get(name) ?? 0)),
    )
  }
  const names = dynamicColumns?.examples.slice(0, 2) ?? []
  const columns: (readonly [heading: string, cell: string])[] = [
    [keyHeading, getFileKeyKind(dataset).example],
    ...(per === 'none'
      ? []
      : [per === 'year' ? (['Year', '2025'] as const) : (['Month', '2025-03'] as const)]),
    ...dimensions.map((one) => [formatDimensionHeading(one), one.values[0] ?? ''] as const),
    ...measures.map(({ field, label }) => [label, String(amounts.get(field))] as const),
    ...names.map((name, index) => [name, `${index + 1}.5`] as const),
    ...dataset.texts.map(({ label, demo: [text = 'A text'] }) => [label, text] as const),
  ]
  const line = (cells: readonly string[]) => cells.join(',')
  return `${line(columns.map(([heading]) => heading))}\n${line(columns.map(([, cell]) => cell))}\n`
}

// `npm run generate` starts this file.
if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of buildGeneratedFiles()) writeFileSync(path, text)
}
