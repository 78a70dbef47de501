import { z } from 'zod'
import { ErrorAnswer } from '../../../schemas/answer.ts'
import { MenuItem, Right } from '../../../schemas/menu-item.ts'
import { MenuTreeNode } from '../../../schemas/menu-tree.ts'
import { Role } from '../../../schemas/role.ts'
import { SystemUser } from '../../../schemas/system-user.ts'

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
