import * as z from 'zod/mini'

/** A node of the menu hierarchy (spec §3); leaves have no list of children. */
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
