import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { discriminate } from './discriminate.ts'
import { formatReference } from './reference.ts'
import { DashboardDefinition } from '../../../schemas/dashboard/definition.ts'
import { DatasetDefinition } from '../../../schemas/dataset/definition.ts'
import { ScheduleDefinition } from '../../../schemas/schedule/definition.ts'
import { ReportDefinition } from '../../../schemas/report/definition.ts'

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
  ])

/** The JSON Schema of definitions as their authors write them, where defaults are optional, and its reference. */
function describeDefinitions(
  name: string,
  title: string,
  definition: z.ZodType,
  guide = `../../${name}s/README.md`,
): [string, string][] {
  const schema = z.toJSONSchema(definition, { target: 'draft-2020-12', io: 'input', override: listKinds })
  const introduction = `Every key of \`${name}s/*.json\`. [The guide](${guide}) says how they work together.`
  return [
    [`schemas/${name}-definition.schema.json`, `${JSON.stringify(discriminate(schema), null, 2)}\n`],
    [`docs/reference/${name}-definition.md`, formatReference(title, introduction, schema)],
  ]
}

/** Lists the kinds of a union beside its branches, each with what it means: VS Code completes from one branch only. */
function listKinds({
  zodSchema,
  jsonSchema,
}: Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]) {
  if (!(zodSchema instanceof z.ZodDiscriminatedUnion)) return
  const { options, discriminator } = zodSchema.def
  const kinds = options.flatMap((option) => {
    const kind = option instanceof z.ZodObject ? option.shape[discriminator] : undefined
    return kind instanceof z.ZodLiteral ? [kind] : []
  })
  const values = kinds.flatMap((kind) => [...kind.values].map(String))
  const enumDescriptions = kinds.map((kind) => kind.description ?? '')
  const description = 'The kind, which decides about the other keys.'
  jsonSchema.type = 'object'
  jsonSchema.properties = { [discriminator]: { enum: values, enumDescriptions, description } }
}

// `npm run generate` starts this file.
if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of buildGeneratedFiles()) writeFileSync(path, text)
}
