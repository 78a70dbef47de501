import { z } from 'zod'
import { DatasetDefinition } from '../../schemas/dataset-definition.ts'
import { ReportDefinition } from '../../schemas/report-definition.ts'

/** The JSON Schema of a dataset definition as an author writes it. */
export function datasetSchemaText(): string {
  const schema = z.toJSONSchema(DatasetDefinition, { target: 'draft-2020-12', io: 'input' })
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** The JSON Schema of a report definition as an author writes it (defaults are optional there). */
export function definitionSchemaText(): string {
  const schema = z.toJSONSchema(ReportDefinition, { target: 'draft-2020-12', io: 'input' })
  return `${JSON.stringify(schema, null, 2)}\n`
}
