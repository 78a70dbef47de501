import { reportMachine } from '../machines/report-machine.ts'
import { dataPage } from './data/data-page.ts'
import { datasetSchemaText, definitionSchemaText } from './definition-schema.ts'
import { datasetGuideText } from './guide/dataset-guide.ts'
import { guideText } from './guide/guide.ts'
import { machineDiagram } from './machine-diagram.ts'

/** Files that follow from the code, by path. `npm run generate` writes them; a test fails while one is stale. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const schema = definitionSchemaText()
  const datasetSchema = datasetSchemaText()
  return new Map([
    ['schemas/report-definition.schema.json', schema],
    ['schemas/dataset-definition.schema.json', datasetSchema],
    ['reports/README.md', guideText(schema)],
    ['datasets/README.md', datasetGuideText(datasetSchema)],
    ['docs/data.md', dataPage()],
    ['docs/report-machine.md', machineDiagram('The report machine', reportMachine)],
  ])
}
