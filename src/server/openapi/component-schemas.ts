import { z } from 'zod'
import { ErrorAnswer } from '../../../schemas/api/envelope.ts'
import { MenuItem, MenuTreeNode, Right } from '../../../schemas/api/menu.ts'
import { Role } from '../../../schemas/api/role.ts'
import { SystemUser } from '../../../schemas/api/system-user.ts'

/** The schemas that the document names, with what their own form cannot say. */
export const componentSchemas = z.registry<{ readonly id: string; readonly [keyword: string]: unknown }>()

const named = {
  ErrorAnswer,
  MenuItem,
  MenuTreeNode,
  Right,
  Role,
  SystemUser,
}
for (const [id, schema] of Object.entries(named)) componentSchemas.add(schema, { id })
