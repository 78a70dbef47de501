type Json = string | number | boolean | null | readonly Json[] | JsonObject
interface JsonObject {
  readonly [key: string]: Json
}

/**
 * Rewrites a JSON Schema so that editors complete and explain well, without a change of what is valid:
 * a union of kinds lists them all beside its branches, since VS Code completes from the closest branch only; and a
 * reference with a description becomes a copy of what it refers to, since VS Code replaces the description.
 */
export function adaptToEditors(schema: object): object {
  const root = JSON.parse(JSON.stringify(schema)) as JsonObject
  return rewrite(root, toObject(root['$defs'])) as JsonObject
}

function rewrite(value: Json, $defs: JsonObject): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((entry) => rewrite(entry, $defs))
  if (!isObject(value)) return value
  const described = 'description' in value ? copyReferenced(value, $defs) : value
  return Object.fromEntries(
    Object.entries({ ...described, ...listKinds(described, $defs) }).map(([key, entry]) => [
      key,
      rewrite(entry, $defs),
    ]),
  )
}

/** What an object refers to, with the object's own keywords. */
function copyReferenced(value: JsonObject, $defs: JsonObject): JsonObject {
  const { $ref, ...own } = value
  return typeof $ref === 'string' ? { ...resolve($ref, $defs), ...own } : value
}

/** The values of `kind` over all branches of a union, each with its meaning; nothing if a branch has no `kind`. */
function listKinds(value: JsonObject, $defs: JsonObject): JsonObject {
  const branches = value['oneOf'] ?? value['anyOf']
  if (!Array.isArray(branches)) return {}
  const kinds = (branches as readonly Json[]).map((branch) => {
    const object = toObject(branch)
    const target = typeof object['$ref'] === 'string' ? resolve(object['$ref'], $defs) : object
    return toObject(toObject(target['properties'])['kind'])
  })
  const values = kinds.flatMap(({ const: value }) => (value === undefined ? [] : [value]))
  if (values.length < kinds.length) return {}
  const kind = {
    enum: values,
    enumDescriptions: kinds.map(({ description = '' }) => description),
    description: 'The kind, which decides about the other keys.',
    examples: values,
  }
  return { type: 'object', properties: { kind } }
}

const resolve = (reference: string, $defs: JsonObject): JsonObject =>
  toObject($defs[reference.replace('#/$defs/', '')])
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
