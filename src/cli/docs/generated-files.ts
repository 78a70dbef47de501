import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { discriminate } from './discriminate.ts'
import { CalendarDefinition } from '../../../schemas/calendar/definition.ts'
import { DashboardDefinition } from '../../../schemas/dashboard/definition.ts'
import { DatasetDefinition } from '../../../schemas/dataset/definition.ts'
import { ScheduleDefinition } from '../../../schemas/schedule/definition.ts'
import { ReportDefinition } from '../../../schemas/report/definition.ts'

const definitions = {
  report: ReportDefinition,
  dataset: DatasetDefinition,
  dashboard: DashboardDefinition,
  schedule: ScheduleDefinition,
  calendar: CalendarDefinition,
}

/** Builds what follows from the code, by path. `npm run generate` writes the files; a test fails while one is stale. */
export const buildGeneratedFiles = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(definitions).map(([kind, definition]) => [
      `schemas/${kind}-definition.schema.json`,
      `${JSON.stringify(discriminate(buildDefinitionSchema(definition)), null, 2)}\n`,
    ]),
  )

/** Builds the JSON Schema of definitions as their authors write them, where defaults are optional. */
const buildDefinitionSchema = (definition: z.ZodType) =>
  z.toJSONSchema(definition, { target: 'draft-2020-12', io: 'input', override: listKinds })

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
