import { z } from 'zod'
import { ErrorEnvelope } from '../../../../schemas/api/responses.ts'
import { AssignedPermission, MenuItem, MenuTreeNode } from '../../../../schemas/api/menu.ts'
import { Role } from '../../../../schemas/api/role.ts'
import { SystemUser } from '../../../../schemas/api/system-user.ts'

/** A piece of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

export type SchemaWriter = ReturnType<typeof createSchemaWriter>

/** Creates a writer of zod schemas as JSON Schema, which collects those with a name in `components`. */
export function createSchemaWriter() {
  const components: Record<string, JsonSchema> = {}
  return {
    components,
    /** As it is received (`input`: before defaults and conversions) or sent (`output`). */
    write: (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
      const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => simplify(jsonSchema)
      const options = { io, metadata: componentSchemas, unrepresentable: 'any', override } as const
      const { $schema: _, $defs = {}, ...written } = z.toJSONSchema(schema, options)
      for (const [name, { id: _id, ...component }] of Object.entries($defs)) components[name] = component
      return written
    },
  }
}

export const stringifyDocument = (document: JsonSchema): string =>
  JSON.stringify(document).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')

/** The named schemas of the document, with keywords that zod does not write. */
export const componentSchemas = z.registry<{ readonly id: string; readonly [keyword: string]: unknown }>()

const named = { ErrorEnvelope, MenuItem, MenuTreeNode, AssignedPermission, Role, SystemUser }
for (const [id, schema] of Object.entries(named)) componentSchemas.add(schema, { id })

/** Removes redundant keywords: the bounds of every integer, the pattern of a format, the list of an empty tuple. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type === 'integer' && schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.type === 'integer' && schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format !== undefined) delete schema.pattern
  if (schema.prefixItems?.length === 0) delete schema.prefixItems
}
