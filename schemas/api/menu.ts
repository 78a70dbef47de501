import * as z from 'zod/mini'

/** A menu record that a role or user may open. */
export const MenuItem = z.object({ id: z.int(), name: z.string(), description: z.string() })
export type MenuItem = z.infer<typeof MenuItem>

/** A right that a role or user has. */
export const AssignedPermission = z.object({ id: z.int(), name: z.string() })
export type AssignedPermission = z.infer<typeof AssignedPermission>

/** A node of the menu hierarchy; leaves have no list of children. */
export const MenuTreeNode = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  get child() {
    return z.nullable(z.array(MenuTreeNode))
  },
})
export type MenuTreeNode = z.infer<typeof MenuTreeNode>
