import { z } from 'zod'

/** A node of the menu hierarchy (spec §3); leaves have no list of children. */
export const MenuTreeNode = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  get child() {
    return z.array(MenuTreeNode).nullable()
  },
})
export type MenuTreeNode = z.infer<typeof MenuTreeNode>
