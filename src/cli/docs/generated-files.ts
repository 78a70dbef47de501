import { reportMachine } from '../../web/machines/report-machine.ts'
import { formatDataPage } from './data-page.ts'
import { formatDatasetGuide } from './dataset-guide.ts'
import { formatReportGuide } from './report-guide.ts'
import { machineDiagram } from './machine-diagram.ts'
import { z } from 'zod'
import { DatasetDefinition } from '../../../schemas/dataset/definition.ts'
import { ReportDefinition } from '../../../schemas/report/definition.ts'

/** Files that follow from the code, by path. `npm run generate` writes them; a test fails while one is stale. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const schema = definitionSchemaText()
  const datasetSchema = datasetSchemaText()
  return new Map([
    ['schemas/report-definition.schema.json', schema],
    ['schemas/dataset-definition.schema.json', datasetSchema],
    ['reports/README.md', formatReportGuide(schema)],
    ['datasets/README.md', formatDatasetGuide(datasetSchema)],
    ['docs/operations/data.md', formatDataPage()],
    ['docs/reference/report-machine.md', machineDiagram('The report machine', reportMachine)],
  ])
}

/** The JSON Schema of a dataset definition as an author writes it. */
function datasetSchemaText(): string {
  const schema = z.toJSONSchema(DatasetDefinition, { target: 'draft-2020-12', io: 'input' })
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** The JSON Schema of a report definition as an author writes it (defaults are optional there). */
export function definitionSchemaText(): string {
  const schema = z.toJSONSchema(ReportDefinition, { target: 'draft-2020-12', io: 'input' })
  return `${JSON.stringify(schema, null, 2)}\n`
}
