import * as z from 'zod/mini'

/** The service to which all permissions belong. */
export const SERVICE = 'bidashboard'

/** A menu item that a role or user may open. */
export const MenuItem = z.object({ id: z.int(), name: z.string(), description: z.string() })
export type MenuItem = z.infer<typeof MenuItem>

/** A permission that a role or user has. */
export const AssignedPermission = z.object({ id: z.int(), name: z.string() })
export type AssignedPermission = z.infer<typeof AssignedPermission>

/** A menu item with the permission to open it. */
export const MenuTreeLeaf = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
})
const { id, name, description, enabled } = MenuTreeLeaf.shape

/** A node of the menu hierarchy; leaves have no list of children. */
export const MenuTreeNode = z.object({
  id,
  name,
  description,
  enabled,
  get child() {
    return z.nullable(z.array(MenuTreeNode))
  },
})
export type MenuTreeNode = z.infer<typeof MenuTreeNode>
