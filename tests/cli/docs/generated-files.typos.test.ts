import { readFileSync } from 'node:fs'
import { getLanguageService, TextDocument } from 'vscode-json-languageservice'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readFolder } from '../../../src/loading/read-folder.ts'
import { createValidator } from '../../support/editor-schemas.ts'

/*
 * What an editor says of a misspelled definition, by the generated JSON Schemas: one error for each typo.
 */
const kinds = ['report', 'dataset', 'dashboard', 'schedule'] as const
type Kind = (typeof kinds)[number]

const schemas = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(readFileSync(`schemas/${kind}-definition.schema.json`, 'utf8'))),
  ]),
)
const ajv = createValidator()
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
const validators = Object.fromEntries(kinds.map((kind) => [kind, ajv.compile(schemas[kind] ?? {})]))

/** The errors of ajv, each with the key that is unknown. That a condition led to an error is no error of its own. */
function listErrors(kind: Kind, definition: unknown): string[] {
  const validate = validators[kind]
  if (validate === undefined) throw new Error(kind)
  validate(definition)
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, keyword, params }) =>
      [instancePath, keyword, ...('additionalProperty' in params ? [params['additionalProperty']] : [])].join(
        ' ',
      ),
    )
}

const service = getLanguageService({
  // The address of the schema of Vega-Lite, as the editor resolves it.
  schemaRequestService: async (uri) => {
    if (!uri.includes('vega-lite')) throw new Error(`there is no ${uri}`)
    return JSON.stringify({ definitions: { NonNormalizedSpec: {} } })
  },
})
service.configure({
  schemas: kinds.map((kind) => ({
    uri: `schema:///${kind}`,
    fileMatch: [`*.${kind}.json`],
    schema: schemas[kind] ?? {},
  })),
})

/** The texts that VS Code underlines. */
async function listUnderlined(kind: Kind, definition: unknown): Promise<string[]> {
  const document = TextDocument.create(`file:///a.${kind}.json`, 'json', 1, JSON.stringify(definition))
  const found = await service.doValidation(document, service.parseJSONDocument(document))
  return found.map(({ range }) => document.getText(range))
}

/** A definition of the repository after a replacement in its text. */
function mistype(path: string, right: string, wrong: string): unknown {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(right)) throw new Error(`${path} has no ${right}`)
  // The service would load the schema from its path.
  return JSON.parse(text.replace(/^ *"\$schema".*$/m, '').replace(right, wrong))
}

const files = {
  levels: 'tests/definition/fixtures/called/reports/service-levels.json',
  stored: 'datasets/local-exchange-traffic.json',
  tiles: 'dashboards/operations.json',
  schedule: 'examples/schedules/monthly-quality.json',
}

describe('a typo is one error of an editor:', () => {
  test.each<[Kind, keyof typeof files, string, string, string, string]>([
    ['dataset', 'stored', '"label":', '"lable":', '/measures/0 additionalProperties lable', '"lable"'],
    [
      'dataset',
      'stored',
      '"field": "airtelToMtn"',
      '"feild": "x"',
      '/measures/0 additionalProperties feild',
      '"feild"',
    ],
    ['dataset', 'stored', '"date"', '"daily"', '/time/kind enum', '"daily"'],
    ['dashboard', 'tiles', '"tab":', '"colum":', '/tiles/0 additionalProperties colum', '"colum"'],
    ['dashboard', 'tiles', '"figure":', '"figur":', '/tiles/0 additionalProperties figur', '"figur"'],
    ['dashboard', 'tiles', '"rows": 7', '"rows": "7"', '/tiles/6/rows type', '"7"'],
    ['report', 'levels', '"decimals": 2', '"decimals": "1"', '/columns/0/format/decimals type', '"1"'],
    ['report', 'levels', '"kind": "date"', '"kind": "day"', '/rows/key/kind enum', '"day"'],
    ['report', 'levels', '"kind": "select"', '"kind": "list"', '/selectors/0/kind enum', '"list"'],
    [
      'report',
      'levels',
      '"value": "minutesUp',
      '"valeu": "minutesUp',
      '/columns/0 additionalProperties valeu',
      '"valeu"',
    ],
    ['report', 'levels', '"operator": "<"', '"operator": "=<"', '/highlights/0/when/operator enum', '"=<"'],
    ['report', 'levels', '"scale":', '"scael":', '/highlights/2 additionalProperties scael', '"scael"'],
    ['report', 'levels', '"missing": {', '"misses": {', '/alerts/1 additionalProperties misses', '"misses"'],
    ['report', 'levels', '"value": 0.995', '"value": "0.995"', '/highlights/0/when/value type', '"0.995"'],
    ['schedule', 'schedule', '"Africa/Lagos"', '"Berlin"', '/due/zone pattern', '"Berlin"'],
    ['schedule', 'schedule', '"zone":', '"zoen":', '/due additionalProperties zoen', '"zoen"'],
  ])('in a %s, %s: %s as %s', async (kind, file, right, wrong, place, underlined) => {
    const definition = mistype(files[file], right, wrong)
    expect(listErrors(kind, definition)).toEqual([place])
    expect(await listUnderlined(kind, definition)).toEqual([underlined])
  })
})

test.each<[Kind, string]>([
  ...kinds.map((kind): [Kind, string] => [kind, `examples/${kind}s`]),
  ['report', 'reports'],
  ['dataset', 'datasets'],
  ['dashboard', 'dashboards'],
  ['report', 'examples/warehouse/reports'],
  ['dataset', 'examples/warehouse/datasets'],
  ['report', 'examples/foreign-api'],
])('the schema of a %s accepts all of %s', (kind, folder) => {
  const paths = readFolder(folder).map(({ path }) => path)
  expect(paths).not.toEqual([])
  for (const path of paths)
    expect([path, ...listErrors(kind, JSON.parse(readFileSync(path, 'utf8')))]).toEqual([path])
})
