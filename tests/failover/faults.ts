import type { PatroniNode } from './patroni-node.ts'

/** What befalls the node of the primary, and how it comes back. */
export interface Fault {
  readonly strike: (node: PatroniNode) => void | Promise<void>
  readonly heal: (node: PatroniNode) => void | Promise<void>
}

/** The faults by their names, in the order of the rounds. */
export const faults: Readonly<Record<string, Fault>> = {
  'node killed': { strike: (node) => node.kill(), heal: (node) => node.start() },
  'node frozen': { strike: (node) => node.freeze(), heal: (node) => node.thaw() },
  'node cut off': {
    strike: (node) => node.cutOff(),
    // The watchdog that docs/operations/failover.md requires resets a node that has lost its lock.
    heal: async (node) => {
      await node.kill()
      node.heal()
      node.start()
    },
  },
  'PostgreSQL killed': { strike: (node) => node.killPostgres(), heal: () => undefined },
  'PostgreSQL frozen': { strike: (node) => node.freezePostgres(), heal: (node) => node.thaw() },
}
