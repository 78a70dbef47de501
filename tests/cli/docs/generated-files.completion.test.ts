import { readFileSync } from 'node:fs'
import { getLanguageService, TextDocument } from 'vscode-json-languageservice'
import { describe, expect, test } from 'vitest'

/*
 * What VS Code offers and explains, by its own JSON service and the schemas that definitions name. `|` is the cursor.
 */
const service = getLanguageService({})
service.configure({
  schemas: ['report', 'dataset'].map((kind) => ({
    uri: `schema:///${kind}`,
    fileMatch: [`*.${kind}.json`],
    schema: JSON.parse(readFileSync(`schemas/${kind}-definition.schema.json`, 'utf8')) as object,
  })),
})

function open(kind: string, textWithCursor: string) {
  const offset = textWithCursor.indexOf('|')
  const document = TextDocument.create(
    `file:///example.${kind}.json`,
    'json',
    1,
    textWithCursor.replace('|', ''),
  )
  return { document, position: document.positionAt(offset), json: service.parseJSONDocument(document) }
}

async function complete(kind: string, text: string): Promise<{ label: string; documentation: string }[]> {
  const { document, position, json } = open(kind, text)
  const found = await service.doComplete(document, position, json)
  return (found?.items ?? []).map(({ label, documentation = '' }) => ({
    label,
    documentation: typeof documentation === 'string' ? documentation : documentation.value,
  }))
}

async function hover(kind: string, text: string): Promise<string> {
  const { document, position, json } = open(kind, text)
  const found = await service.doHover(document, position, json)
  const contents = found === null ? [] : [found.contents].flat()
  return contents
    .map((one) => (typeof one === 'string' ? one : one.value))
    .join('\n')
    .replaceAll('\\', '')
}

describe('VS Code completes', () => {
  test.each([
    ['report', '{ "id": "a", "|" }', ['title', 'menu', 'tabs', 'selectors', 'data', 'rows', 'columns']],
    ['report', '{ "rows": { "key": { "kind": "|" } } }', ['"date"', '"month"', '"hour"']],
    ['report', '{ "columns": [{ "|" }] }', ['field', 'sum', 'list', 'pattern', 'label', 'format', 'total']],
    ['dataset', '{ "key": { "kind": "text", "|" } }', ['field', 'per']],
    ['dataset', '{ "endpoints": { "|" } }', ['list', 'years', 'download', 'create']],
  ])('in a %s: %s', async (kind, text, expected) => {
    const labels = (await complete(kind, text)).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(expected))
  })

  test('only keys of the kind of selector that is chosen, each with what it means', async () => {
    const found = await complete('report', '{ "selectors": [{ "kind": "quarter", "|" }] }')
    expect(found.map(({ label }) => label)).toContain('prompt')
    expect(found.map(({ label }) => label)).not.toContain('options')
    const keys = await complete('report', '{ "id": "a", "|" }')
    expect(keys.filter(({ documentation }) => documentation === '')).toEqual([])
  })
})

test.each([
  ['report', '{ "columns": [{ "field": "a", "tot|al": "sum" }] }', 'The value in the row of totals'],
  ['report', '{ "selectors": [{ "kind": "mo|nth" }] }', 'Chooses a month'],
  ['dataset', '{ "endpoints": { "li|st": "/v1/a" } }', 'GET: the records of a period'],
])('VS Code explains in a %s: %s', async (kind, text, expected) => {
  expect(await hover(kind, text)).toContain(expected)
})
