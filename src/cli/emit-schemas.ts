import { writeFileSync } from 'node:fs'
import { definitionSchemaText } from './definition-schema.ts'

/** Writes the JSON Schema that editors read; a test fails while it is stale. */
writeFileSync('schemas/report-definition.schema.json', definitionSchemaText())
