import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getLanguageService, TextDocument } from 'vscode-json-languageservice'
import { describe, expect, test } from 'vitest'

/*
 * What VS Code offers, by its own JSON service and the schemas that definitions name. `|` is the cursor.
 */
const service = getLanguageService({
  schemaRequestService: (uri) => Promise.resolve(readFileSync(fileURLToPath(uri), 'utf8')),
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
})
service.configure({
  schemas: ['report', 'dataset'].map((kind) => ({
    uri: pathToFileURL(`schemas/${kind}-definition.schema.json`).href,
    fileMatch: [`*.${kind}.json`],
    schema: JSON.parse(readFileSync(`schemas/${kind}-definition.schema.json`, 'utf8')) as object,
  })),
})

async function complete(kind: string, text: string): Promise<{ label: string; documentation: string }[]> {
  const document = TextDocument.create(`file:///a.${kind}.json`, 'json', 1, text.replace('|', ''))
  const position = document.positionAt(text.indexOf('|'))
  const found = await service.doComplete(document, position, service.parseJSONDocument(document))
  return (found?.items ?? []).map(({ label, documentation = '' }) => ({
    label,
    documentation: typeof documentation === 'string' ? documentation : documentation.value,
  }))
}

describe('VS Code completes', () => {
  test.each([
    ['report', '{ "id": "a", "|" }', ['title', 'menu', 'tabs', 'selectors', 'data', 'rows', 'columns']],
    ['report', '{ "selectors": [{ "kind": "|" }] }', ['"year"', '"month"', '"select"']],
    ['report', '{ "rows": { "key": { "kind": "|" } } }', ['"date"', '"month"', '"text"']],
    ['report', '{ "chart": { "types": [{ "vegaLite": { "mark": "|" } }] } }', ['"bar"', '"boxplot"']],
    ['dataset', '{ "key": { "kind": "|" } }', ['"date"', '"month"', '"text"']],
    ['report', '{ "columns": [{ "|" }] }', ['field', 'sum', 'list', 'pattern', 'label', 'format', 'total']],
    ['dataset', '{ "key": { "kind": "text", "|" } }', ['field', 'per']],
    ['dataset', '{ "endpoints": { "|" } }', ['list', 'years', 'download', 'create']],
  ])('in a %s: %s', async (kind, text, expected) => {
    const labels = (await complete(kind, text)).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(expected))
  })

  test('only keys of the kind of selector that is chosen, each with what it means', async () => {
    expect(await complete('report', '{ "selectors": [{ "kind": "|" }] }')).toEqual(
      expect.arrayContaining([
        { label: '"year"', documentation: 'Chooses a year.' },
        { label: '"select"', documentation: 'Chooses an entry of a list.' },
      ]),
    )
    const found = await complete('report', '{ "selectors": [{ "kind": "quarter", "|" }] }')
    expect(found.map(({ label }) => label)).toContain('prompt')
    expect(found.map(({ label }) => label)).not.toContain('options')
    const keys = await complete('report', '{ "id": "a", "|" }')
    expect(keys.filter(({ documentation }) => documentation === '')).toEqual([])
  })
})
