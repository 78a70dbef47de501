import { ReportDefinition } from '../../schemas/report/definition.ts'
import { encode, isObject, type Json, listNodes, setAt, write } from './mutant.ts'

/** Equivalent forms of a definition, by what is different; null if the definition has nothing to change. */
export function equivalentMutants(text: string): ReadonlyMap<string, Uint8Array | null> {
  const definition = JSON.parse(text) as Json
  const object = isObject(definition) ? definition : {}
  const { $schema: _schema, ...withoutSchema } = object
  return new Map<string, Uint8Array | null>([
    ['keys in another order', write(reversed(definition))],
    ['on one line', encode(JSON.stringify(definition))],
    ['indented by tabs', encode(JSON.stringify(definition, null, '\t'))],
    ['Windows line ends', encode(text.replaceAll('\n', '\r\n'))],
    ['a byte order mark', encode(`\uFEFF${text}`)],
    [
      'letters as escapes',
      encode(text.replaceAll('Daily', String.raw`\u0044aily`).replaceAll('→', String.raw`\u2192`)),
    ],
    ['slashes escaped', encode(text.replaceAll('/', String.raw`\/`))],
    [
      'numbers written otherwise',
      encode(text.replace(/("permission": )(\d+)/, '$1$2.0').replace(/("order": )(\d)/, '$1$2e0')),
    ],
    ['without $schema', write(withoutSchema)],
    ['every default written out', write(writeDefaults(definition))],
    ['a field as a list of one', write(listed(definition, (field) => [field]))],
    ['an alias behind each field', write(listed(definition, (field) => [field, `${field}_old`]))],
    [
      'its usual heading written out',
      'tabs' in object && !('heading' in object) ? write({ ...object, heading: '{tab}' }) : null,
    ],
    ['far apart in the menu', write(setAt(definition, ['menu', 'order'], getMenuOrder(object) * 10))],
    ['an ignored field that never comes', write(ignoring(definition))],
    [
      'a year filter that changes nothing',
      text.includes('/{year}') ? encode(text.replaceAll('/{year}', '/{year:lower}')) : null,
    ],
  ])
}

function getMenuOrder({ menu = {} }: { readonly [key: string]: Json }): number {
  return isObject(menu) ? Number(menu['order']) : 0
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((entry: Json) => reversed(entry))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, entry]) => [key, reversed(entry)] as const)
      .toReversed(),
  )
}

const writeDefaults = (definition: Json): Json =>
  JSON.parse(JSON.stringify(ReportDefinition.parse(definition))) as Json

function listed(definition: Json, change: (field: string) => Json): Json {
  return listNodes(definition)
    .flatMap(({ path, value }) =>
      path.at(-1) === 'field' && typeof value === 'string' ? [{ path, value }] : [],
    )
    .reduce((changed, { path, value }) => {
      const column = path.slice(0, -1)
      const named = listNodes(changed).find((node) => node.path.join() === column.join())?.value
      const withId =
        path.includes('columns') && named !== undefined && isObject(named) && !('id' in named)
          ? setAt(changed, column, { ...named, id: value })
          : changed
      return setAt(withId, path, change(value))
    }, definition)
}

function ignoring(definition: Json): Json {
  const data = isObject(definition) ? (definition['data'] ?? null) : null
  if (data === null || !isObject(data)) return definition
  const { ignoreFields = [] } = data
  return setAt(definition, ['data'], {
    ...data,
    ignoreFields: [...(Array.isArray(ignoreFields) ? ignoreFields : []), 'never'],
  })
}
