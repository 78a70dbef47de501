import { z } from 'zod'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { reportMachine } from '../../web/machines/report-machine.ts'
import { formatImportFiles } from './import-files.ts'
import { formatReference } from './reference.ts'
import { adaptToEditors } from './editor-schema.ts'
import { DashboardDefinition } from '../../../schemas/dashboard/definition.ts'
import { DatasetDefinition } from '../../../schemas/dataset/definition.ts'
import { ReportDefinition } from '../../../schemas/report/definition.ts'

/** Files that follow from the code, by path. `npm run generate` writes them; a test fails while one is stale. */
export function buildGeneratedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['schemas/report-definition.schema.json', formatReportSchema()],
    ['schemas/dataset-definition.schema.json', formatJson(adaptToEditors(buildDatasetSchema()))],
    ['schemas/dashboard-definition.schema.json', formatJson(adaptToEditors(buildDashboardSchema()))],
    [
      'docs/reference/report-definition.md',
      formatReference(
        'Report definitions',
        'Every key of `reports/*.json`. [The guide](../../reports/README.md) says how they work together.',
        buildReportSchema(),
      ),
    ],
    [
      'docs/reference/dataset-definition.md',
      formatReference(
        'Dataset definitions',
        'Every key of `datasets/*.json`. [The guide](../../datasets/README.md) says how they work together.',
        buildDatasetSchema(),
      ),
    ],
    [
      'docs/reference/dashboard-definition.md',
      formatReference(
        'Dashboard definitions',
        'Every key of `dashboards/*.json`. [The guide](../../dashboards/README.md) says how they work together.',
        buildDashboardSchema(),
      ),
    ],
    ['docs/reference/import-files.md', formatImportFiles()],
    ['docs/reference/report-machine.md', formatMachineDiagram('The report machine', reportMachine)],
  ])
}

const formatJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** The JSON Schema of a dataset definition as an author writes it. */
const buildDatasetSchema = () => z.toJSONSchema(DatasetDefinition, { target: 'draft-2020-12', io: 'input' })

/** The JSON Schema of a dashboard definition as an author writes it. */
const buildDashboardSchema = () =>
  z.toJSONSchema(DashboardDefinition, { target: 'draft-2020-12', io: 'input' })

/** The JSON Schema of a report definition as an author writes it (defaults are optional there). */
const buildReportSchema = () => z.toJSONSchema(ReportDefinition, { target: 'draft-2020-12', io: 'input' })

/** The file of the JSON Schema of report definitions. */
export const formatReportSchema = (): string => formatJson(adaptToEditors(buildReportSchema()))

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
