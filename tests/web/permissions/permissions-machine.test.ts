import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { ApiError } from '../../../src/web/api/response.ts'
import { permissionsMachine } from '../../../src/web/permissions/permissions-machine.ts'
import type {
  Principal,
  LoadedPermissions,
  SaveInput,
} from '../../../src/web/permissions/permissions-setup.ts'
import { getPermissionsErrorMessage } from '../../../src/web/permissions/permissions-api.ts'
import { countChanges } from '../../../src/web/permissions/permission-tree.ts'

const leaf = (id: number, enabled: boolean) => ({
  id,
  name: `Item ${id}`,
  description: '',
  enabled,
  child: null,
})
const tree = [{ ...leaf(1, false), child: [leaf(11, false), leaf(2, false)] }]
const initial: LoadedPermissions = { tree, etag: '"1"', role: null }
const role = (id: number): Principal => ({ kind: 'role', id })

const start = (
  save: (input: SaveInput) => Promise<LoadedPermissions> = async ({ tree }) => ({
    tree,
    etag: '"2"',
    role: null,
  }),
) => {
  const messages: string[] = []
  const loaded: Principal[] = []
  let reloads = 0
  const actor = createActor(
    permissionsMachine.provide({
      actors: {
        load: fromPromise<LoadedPermissions, Principal>(async ({ input }) => {
          loaded.push(input)
          return initial
        }),
        save: fromPromise<LoadedPermissions, SaveInput>(({ input }) => save(input)),
      },
      actions: {
        notify: (_args, { text }) => void messages.push(text),
        notifyFailure: ({ context }, { error }) =>
          void messages.push(getPermissionsErrorMessage(error, context.kind)),
        reloadPrincipals: () => {
          reloads += 1
        },
      },
    }),
  ).start()
  const choose = async (principal: Principal) => {
    actor.send({ type: 'change.requested', change: { to: 'principal', principal } })
    await waitFor(actor, (snapshot) => snapshot.matches('ready'))
  }
  return { actor, messages, loaded, choose, reloads: () => reloads }
}

const rejection = (details: Partial<ConstructorParameters<typeof ApiError>[0]>) => () =>
  Promise.reject(new ApiError({ kind: 'rejected', message: 'HTTP 400', status: 400, ...details }))

describe('the permissions screen', () => {
  test('shows a message if nothing is selected (spec 8.4)', () => {
    const { actor, messages } = start()
    actor.send({ type: 'save.requested' })
    expect(messages).toEqual(['Please select a role or user to save rights'])
  })

  test('opens the root nodes first, then all, then none', async () => {
    const { actor, choose } = start()
    await choose(role(2))
    expect([...actor.getSnapshot().context.open]).toEqual(['0'])
    actor.send({ type: 'groups.opened', isOpen: false })
    expect(actor.getSnapshot().context.open.size).toBe(0)
    actor.send({ type: 'groups.opened', isOpen: true })
    expect([...actor.getSnapshot().context.open]).toEqual(['0'])
  })

  test('saves the displayed tree with its ETag and then keeps the response of the server', async () => {
    const sent: SaveInput[] = []
    const { actor, messages, choose } = start(async (input) => {
      sent.push(input)
      return { tree: input.tree, etag: '"2"', role: null }
    })
    await choose(role(2))
    actor.send({ type: 'leaf.set', path: [0, 0], enabled: true })
    const shown = actor.getSnapshot().context.tree
    actor.send({ type: 'save.requested' })
    actor.send({ type: 'save.requested' })
    await waitFor(actor, (snapshot) => snapshot.matches('ready'))
    expect(sent).toEqual([{ principal: role(2), loaded: initial, tree: shown }])
    expect(messages).toEqual(['Right saved successfully!'])
    expect(actor.getSnapshot().context.loaded).toEqual({ tree: shown, etag: '"2"', role: null })
  })

  test('requests confirmation before unsaved changes are lost, and keeps them on Cancel', async () => {
    const { actor, choose, loaded } = start()
    await choose(role(2))
    actor.send({ type: 'leaf.set', path: [0, 0], enabled: true })
    actor.send({ type: 'change.requested', change: { to: 'kind', kind: 'user' } })
    expect(actor.getSnapshot().matches({ ready: 'confirming' })).toBe(true)
    actor.send({ type: 'change.cancelled' })
    expect(actor.getSnapshot().context).toMatchObject({ kind: 'role', principal: role(2), change: null })
    actor.send({ type: 'change.requested', change: { to: 'principal', principal: role(3) } })
    actor.send({ type: 'change.confirmed' })
    await waitFor(actor, (snapshot) => snapshot.matches('ready'))
    expect(loaded).toEqual([role(2), role(3)])
    expect(actor.getSnapshot().context.tree).toBe(tree)
  })

  test('clears the tree and the selection at once when the type changes without unsaved changes (spec 2.10)', async () => {
    const { actor, choose } = start()
    await choose(role(2))
    actor.send({ type: 'change.requested', change: { to: 'kind', kind: 'user' } })
    expect(actor.getSnapshot().value).toBe('idle')
    expect(actor.getSnapshot().context).toMatchObject({ kind: 'user', principal: null, tree: [] })
  })

  test('leaves the screen only after confirmation', async () => {
    let left = 0
    const { actor, choose } = start()
    const leave = () =>
      actor.send({ type: 'change.requested', change: { to: 'otherPage', proceed: () => (left += 1) } })
    await choose(role(2))
    actor.send({ type: 'leaf.set', path: [0, 0], enabled: true })
    leave()
    actor.send({ type: 'change.cancelled' })
    expect(left).toBe(0)
    leave()
    actor.send({ type: 'change.confirmed' })
    expect(left).toBe(1)
  })

  test('undoes changes', async () => {
    const { actor, choose } = start()
    await choose(role(2))
    actor.send({ type: 'group.set', path: [0], enabled: true })
    actor.send({ type: 'changes.undone' })
    expect(actor.getSnapshot().context.tree).toBe(tree)
  })
})

describe('a failed save', () => {
  const fail = async (details: Partial<ConstructorParameters<typeof ApiError>[0]>) => {
    const started = start(rejection(details))
    await started.choose(role(2))
    started.actor.send({ type: 'leaf.set', path: [0, 0], enabled: true })
    started.actor.send({ type: 'save.requested' })
    await waitFor(started.actor, (snapshot) => !snapshot.matches('saving'))
    return started
  }

  test('keeps the changes and shows the reason', async () => {
    const { actor, messages } = await fail({ serverMessage: 'Not for you.' })
    expect(messages).toEqual(['Not for you.'])
    expect(actor.getSnapshot().matches('ready')).toBe(true)
    expect(actor.getSnapshot().context.tree).not.toBe(tree)
  })

  test('loads the stored tree beside the changed one if another user has saved (spec 4.11)', async () => {
    const { actor, messages, loaded } = await fail({ kind: 'stale', status: 412 })
    expect(messages).toEqual(['This record was changed by someone else. The list has been reloaded.'])
    await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'conflicted' }))
    expect(loaded).toHaveLength(2)
    const mine = actor.getSnapshot().context.tree
    expect(countChanges(tree, mine)).toBe(2)
    actor.send({ type: 'leaf.set', path: [0, 1], enabled: true })
    actor.send({ type: 'save.requested' })
    expect(actor.getSnapshot().matches({ ready: 'conflicted' })).toBe(true)
    actor.send({ type: 'change.requested', change: { to: 'kind', kind: 'user' } })
    actor.send({ type: 'change.cancelled' })
    expect(actor.getSnapshot().matches({ ready: 'conflicted' })).toBe(true)
    expect(actor.getSnapshot().context.tree).toBe(mine)
    actor.send({ type: 'theirs.taken' })
    expect(actor.getSnapshot().matches({ ready: 'editing' })).toBe(true)
    expect(actor.getSnapshot().context).toMatchObject({ loaded: initial, tree, theirs: null })
  })

  test('saves the kept tree over the stored one with its ETag, item by item (spec 4.11)', async () => {
    const sent: SaveInput[] = []
    const stored: LoadedPermissions = {
      tree: [{ ...leaf(1, true), child: [leaf(2, true), leaf(11, false), leaf(12, true)] }],
      etag: '"9"',
      role: null,
    }
    const actor = createActor(
      permissionsMachine.provide({
        actors: {
          load: fromPromise<LoadedPermissions, Principal>(async () => (sent.length === 0 ? initial : stored)),
          save: fromPromise<LoadedPermissions, SaveInput>(async ({ input }) => {
            sent.push(input)
            if (sent.length > 1) return { tree: input.tree, etag: '"10"', role: null }
            throw new ApiError({ kind: 'stale', message: 'HTTP 412', status: 412 })
          }),
        },
      }),
    ).start()
    actor.send({ type: 'change.requested', change: { to: 'principal', principal: role(2) } })
    await waitFor(actor, (snapshot) => snapshot.matches('ready'))
    actor.send({ type: 'leaf.set', path: [0, 0], enabled: true })
    actor.send({ type: 'save.requested' })
    await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'conflicted' }))
    actor.send({ type: 'mine.kept' })
    await waitFor(actor, (snapshot) => snapshot.matches({ ready: 'editing' }))
    expect(sent[1]?.loaded.etag).toBe('"9"')
    expect(sent[1]?.tree).toEqual([
      { ...leaf(1, true), child: [leaf(2, false), leaf(11, true), leaf(12, true)] },
    ])
  })

  test('clears a role that another user has deleted', async () => {
    const { actor, messages, reloads } = await fail({ kind: 'not-found', status: 404 })
    expect(messages).toEqual(['This record was deleted by someone else. The list has been reloaded.'])
    expect(actor.getSnapshot().value).toBe('idle')
    expect(actor.getSnapshot().context.principal).toBeNull()
    expect(reloads()).toBe(1)
  })
})
