import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { formatReference } from './reference.ts'
import { DashboardDefinition } from '../../../schemas/dashboard/definition.ts'
import { DatasetDefinition } from '../../../schemas/dataset/definition.ts'
import { ScheduleDefinition } from '../../../schemas/schedule/definition.ts'
import { ReportDefinition } from '../../../schemas/report/definition.ts'
import { loadDefinitions } from '../database.ts'
import { getFileKeyKind } from '../data/import/key-kinds.ts'
import { formatDimensionHeading } from '../data/import/heading-roles.ts'
import { buildTargets, type ImportTarget } from '../data/import/import-target.ts'
import { addMeasures, getSummands, hasMeasure } from '../../server/datasets/measures.ts'

/** Files that follow from the code, by path. `npm run generate` writes them; a test fails while one is stale. */
export const buildGeneratedFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ...describeDefinitions('report', 'Report definitions', ReportDefinition),
    ...describeDefinitions('dataset', 'Dataset definitions', DatasetDefinition),
    ...describeDefinitions('dashboard', 'Dashboard definitions', DashboardDefinition),
    ...describeDefinitions(
      'schedule',
      'Schedule definitions',
      ScheduleDefinition,
      '../recipes.md#a-schedule-as-a-file',
    ),
    ['docs/reference/import-files.md', formatImportFiles()],
  ])

/** The JSON Schema of definitions as their authors write them, where defaults are optional, and its reference. */
function describeDefinitions(
  name: string,
  title: string,
  definition: z.ZodType,
  guide = `../../${name}s/README.md`,
): [string, string][] {
  const schema = z.toJSONSchema(definition, { target: 'draft-2020-12', io: 'input' })
  const introduction = `Every key of \`${name}s/*.json\`. [The guide](${guide}) says how they work together.`
  return [
    [`schemas/${name}-definition.schema.json`, `${JSON.stringify(schema, null, 2)}\n`],
    [`docs/reference/${name}-definition.md`, formatReference(title, introduction, schema)],
  ]
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
