import type { RightsBody } from '../../../schemas/rights-body.ts'
import { badRequest } from '../api-error.ts'
import type { MenuNode } from '../repositories/menu-nodes.ts'
import type { MenuIds } from './effective-rights.ts'

interface SubmittedNode {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly child: readonly SubmittedNode[] | null
}

/**
 * The ids that a submitted tree turns on. The tree must be the menu hierarchy itself, every record once and in its
 * place: only `enabled` is the caller's to say (R47, S24). Throws 400 with the record at fault.
 */
export function readSubmittedTree({ records }: RightsBody, nodes: readonly MenuNode[]): MenuIds {
  const known = new Map(nodes.map((node) => [node.id, node]))
  const seen = new Set<number>()
  const enabled = new Set<number>()
  const read = (list: readonly SubmittedNode[], parentId: number | null): void => {
    for (const { id, name, description, enabled: on, child } of list) {
      const node = known.get(id)
      if (node === undefined) throw badRequest(`There is no menu item ${id}.`)
      if (seen.has(id)) throw badRequest(`Menu item ${id} stands there twice.`)
      if (node.name !== name || node.description !== description || node.parentId !== parentId) {
        throw badRequest(`Menu item ${id} is not as the menu has it; only its right can be changed.`)
      }
      seen.add(id)
      if (on) enabled.add(id)
      read(child ?? [], id)
    }
  }
  read(records, null)
  const missing = nodes.find(({ id }) => !seen.has(id))
  if (missing !== undefined) throw badRequest(`Menu item ${missing.id} is missing.`)
  return enabled
}
