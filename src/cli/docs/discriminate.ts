import { z } from 'zod'

/** An object in a JSON Schema, as far as unions need it. */
const Shape = z.looseObject({
  $ref: z.string().default(''),
  type: z.string().default('object'),
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}),
  required: z.array(z.string()).default([]),
  description: z.string().default(''),
})
type Shape = z.infer<typeof Shape>
type Json = Readonly<Record<string, unknown>>
const Branches = z.array(z.record(z.string(), z.unknown()))

/** Applies a part where a condition is met. */
const when = (condition: Json, part: Json, keyword = 'then'): Json => ({ if: condition, [keyword]: part })

/** Requires nothing where a key is unknown, so that a misspelled key is one error. */
const whenKnown = (keys: Json, part: Json): Json => when({ propertyNames: { enum: Object.keys(keys) } }, part)

/**
 * Replaces the unions of a JSON Schema with conditions. An editor then reports the errors of the branch that the author
 * means, not those of every branch.
 */
export function discriminate(schema: Json): Json {
  const definitions = z.record(z.string(), Shape).parse(schema['$defs'])
  const resolve = (branch: Json): Shape => {
    const shape = Shape.parse(branch)
    return definitions[shape.$ref.replace('#/$defs/', '')] ?? shape
  }
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    return typeof value === 'object' && value !== null ? visitPart(value as Json) : value
  }
  const visitPart = ({ anyOf, oneOf, required, ...rest }: Json): Json => {
    const visited = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, visit(value)]))
    const branches = Branches.safeParse(anyOf ?? oneOf)
    if (branches.success) return { ...visited, ...joinTypes(branches.data) }
    if (required === undefined) return visited
    if (rest['additionalProperties'] !== false) return { ...visited, required: visit(required) }
    return { ...visited, ...whenKnown(rest['properties'] as Json, { required }) }
  }
  const joinTypes = (branches: readonly Json[]): Json => {
    const types = [...new Set(branches.map((branch) => resolve(branch).type))]
    const parts = types.map((type) =>
      joinBranches(branches.filter((branch) => resolve(branch).type === type)),
    )
    if (types.length === 1) return { type: types[0], ...parts[0] }
    return { type: types, allOf: types.map((type, index) => when({ type }, parts[index] ?? {})) }
  }
  /** Joins branches of one type. Objects are distinguished by a constant, or by a key that only one requires. */
  const joinBranches = (branches: readonly Json[]): Json => {
    const [first, ...others] = branches.map((branch) => ({ ...resolve(branch), part: visitPart(branch) }))
    if (first === undefined || others.length === 0) return first?.part ?? {}
    const shapes = [first, ...others]
    const kind = Object.keys(first.properties).find((key) => 'const' in (first.properties[key] ?? {}))
    if (kind !== undefined) {
      const getValue = ({ properties }: Shape) => ({ [kind]: { const: properties[kind]?.['const'] } })
      const conditions = shapes.map((shape) => ({ properties: getValue(shape), required: [kind] }))
      return { required: [kind], allOf: shapes.map(({ part }, at) => when(conditions[at] ?? {}, part)) }
    }
    const isOwn = (key: string) => shapes.filter(({ required }) => required.includes(key)).length === 1
    const kinds = shapes.map(({ required, part }) => ({ key: required.find(isOwn), part }))
    const usual = kinds.find(({ key }) => key === undefined)?.part
    return kinds.reduceRight<Json>(
      (rest, { key, part }) => {
        return key === undefined ? rest : { ...when({ required: [key] }, part), else: rest }
      },
      usual ?? explainKinds(shapes, kinds.map(({ key }) => key).join(', ')),
    )
  }
  /** Explains the keys of all kinds for completion, and says which of them are needed. */
  const explainKinds = (shapes: readonly Shape[], keys: string): Json => {
    const entries = shapes.flatMap(({ properties }) => Object.entries(properties))
    const properties = Object.fromEntries(
      entries.map(([key, value]) => [key, { description: value.description ?? resolve(value).description }]),
    )
    const needed = whenKnown(properties, { not: {}, errorMessage: `one of the keys ${keys} is needed` })
    return { properties, additionalProperties: false, ...needed }
  }
  return visitPart(schema)
}
