import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effectiveRights } from '../../src/server/access/effective-rights.ts'
import { createWorld, marked, type Person, treeIn, type TreeNode, type World } from './administration.ts'

const IDS = [1, 2, 11, 13, 16, 17, 18, 19, 20]
const ROLES = 3
const PERSONS = 4
const RUNS = 150

type Rights = ReadonlySet<number>

/** Who may open what, as the specification has it. */
interface Model {
  readonly roles: Rights[]
  readonly persons: { role: number; own: Rights | null }[]
}

type Step =
  | {
      readonly kind: 'save role'
      readonly by: number
      readonly role: number
      readonly ids: readonly number[]
    }
  | {
      readonly kind: 'save user'
      readonly by: number
      readonly person: number
      readonly ids: readonly number[]
    }
  | { readonly kind: 'move'; readonly by: number; readonly person: number; readonly role: number }

let world: World
let menu: TreeNode[]
let run = 0
beforeAll(async () => {
  world = await createWorld({ log: { level: 'silent', stream: process.stderr } })
  const { body } = await (await world.as('superadmin'))('GET', '/v1/menu-hierarchy')
  menu = treeIn(body)
})
afterAll(() => world.close())

const ids = fc.subarray(IDS)
const person = fc.nat(PERSONS - 1)
const role = fc.nat(ROLES - 1)
// Without id 2 among the first ones most runs would show nothing but refusals.
const rolesAtFirst = fc.tuple(
  ids.map((some) => [...new Set([...some, 2])]),
  ids,
  ids,
)
const personsAtFirst = fc.array(fc.record({ role, own: fc.option(ids, { freq: 3 }) }), {
  minLength: PERSONS,
  maxLength: PERSONS,
})
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('save role' as const), by: person, role, ids }),
  fc.record({ kind: fc.constant('save user' as const), by: person, person, ids }),
  fc.record({ kind: fc.constant('move' as const), by: person, person, role }),
)

const rightsIn = (model: Model, index: number): Rights => {
  const { role, own } = at(model.persons, index)
  return own ?? at(model.roles, role)
}
const newly = (before: Rights, after: Rights) => [...after].filter((id) => !before.has(id))
const isSame = (one: Rights, other: Rights) => one.size === other.size && newly(one, other).length === 0

/** What a step must answer, and what it changes when it is allowed. */
function foresee(model: Model, step: Step): { allowed: boolean; apply: () => void } {
  const held = rightsIn(model, step.by)
  const may = (before: Rights, after: Rights) =>
    held.has(2) && newly(before, after).every((id) => held.has(id))
  if (step.kind === 'save role') {
    const after = new Set(step.ids)
    return {
      allowed: may(at(model.roles, step.role), after),
      apply: () => {
        model.roles[step.role] = after
      },
    }
  }
  const subject = at(model.persons, step.person)
  const before = rightsIn(model, step.person)
  if (step.kind === 'save user') {
    const after = new Set(step.ids)
    return {
      allowed: may(before, after),
      apply: () => {
        subject.own = isSame(after, at(model.roles, subject.role)) ? null : after
      },
    }
  }
  return {
    allowed: step.role === subject.role ? held.has(2) : may(before, at(model.roles, step.role)),
    apply: () => {
      subject.role = step.role
    },
  }
}

function perform(step: Step, persons: readonly Person[], roles: readonly number[]) {
  const { send } = at(persons, step.by)
  if (step.kind === 'save role') {
    const url = `/v1/rights-management/save-role-rights?roleId=${at(roles, step.role)}&service=bidashboard`
    return send('POST', url, { records: marked(menu, step.ids) })
  }
  const subject = at(persons, step.person)
  if (step.kind === 'save user') {
    const url = `/v1/rights-management/save-system-user-rights?userId=${subject.id}&service=bidashboard`
    return send('POST', url, { records: marked(menu, step.ids) })
  }
  const roleId = at(roles, step.role)
  return send('PUT', `/v1/system-users/${subject.id}`, { roleId, loginIP: '', emailId: 'x@example.com' })
}

test(
  'whatever administrators do, nobody turns on what he does not hold (S23, R21, R66)',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        rolesAtFirst,
        personsAtFirst,
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (first, people, steps) => {
          run += 1
          const model: Model = {
            roles: first.map((some) => new Set(some)),
            persons: people.map(({ role, own }) => ({ role, own: own === null ? null : new Set(own) })),
          }
          const roles: number[] = []
          for (const [index, some] of first.entries())
            roles.push(await world.role(`run ${run} role ${index}`, some))
          const persons: Person[] = []
          for (const [index, { role, own }] of people.entries()) {
            const made = await world.person(`run-${run}-${index}`, at(roles, role))
            if (own !== null) await world.ownRights(made.id, own)
            persons.push(made)
          }
          for (const step of steps) {
            const held = rightsIn(model, step.by)
            const before = await rightsOf(persons)
            const { allowed, apply } = foresee(model, step)
            const { status } = await perform(step, persons, roles)
            expect(status).toBe(allowed ? 200 : 403)
            if (allowed) apply()
            const after = await rightsOf(persons)
            expect(after).toEqual(model.persons.map((_, index) => rightsIn(model, index)))
            for (const [index, rights] of after.entries()) {
              for (const id of newly(at(before, index), rights)) expect(held.has(id)).toBe(true)
            }
          }
        },
      ),
      { numRuns: RUNS },
    )
  },
)

async function rightsOf(persons: readonly Person[]): Promise<Rights[]> {
  const rights: Rights[] = []
  for (const { id } of persons) rights.push(await effectiveRights(world.engine.database, id))
  return rights
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`no item ${index}`)
  return found
}
