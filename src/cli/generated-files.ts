import { reportMachine } from '../machines/report-machine.ts'
import { dataPage } from './data/data-page.ts'
import { datasetSchemaText, definitionSchemaText } from './definition-schema.ts'
import { guideText } from './guide/guide.ts'
import { machineDiagram } from './machine-diagram.ts'

/** Files that follow from the code, by path. `npm run generate` writes them; a test fails while one is stale. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const schema = definitionSchemaText()
  return new Map([
    ['schemas/report-definition.schema.json', schema],
    ['schemas/dataset-definition.schema.json', datasetSchemaText()],
    ['reports/README.md', guideText(schema)],
    ['docs/data.md', dataPage()],
    ['docs/report-machine.md', machineDiagram('The report machine', reportMachine)],
  ])
}
