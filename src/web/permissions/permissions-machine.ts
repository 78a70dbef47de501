import { assign, fromPromise, setup } from 'xstate'
import { getConflict } from '../administration/error-messages.ts'
import { unprovidedActor } from '../machines/unprovided-actor.ts'
import type { Principal, PrincipalKind } from './permissions-api.ts'
import {
  countChanges,
  listGranted,
  listGroupKeys,
  getNodeKey,
  listDifferences,
  type Path,
  type PermissionNode,
  setGroup,
  setLeaf,
  applyGranted,
} from './permission-tree.ts'

/** A tree as the server holds it. */
export type LoadedPermissions = {
  readonly tree: readonly PermissionNode[]
  readonly etag: string | null
  /** For a user: what the role grants, by id; null where it is not known. */
  readonly role: ReadonlyMap<number, boolean> | null
}

export type SaveInput = {
  readonly subject: Principal
  readonly held: LoadedPermissions
  readonly tree: readonly PermissionNode[]
}

/** What replaces or leaves the tree on the screen, and asks first where changes are not saved. */
export type Change =
  | { readonly to: 'kind'; readonly kind: PrincipalKind }
  | { readonly to: 'subject'; readonly subject: Principal | null }
  | { readonly to: 'otherPage'; readonly proceed: () => void }

type Context = {
  readonly kind: PrincipalKind
  readonly subject: Principal | null
  readonly held: LoadedPermissions
  readonly tree: readonly PermissionNode[]
  /** What somebody else saved meanwhile: the user chooses between it and `tree`. */
  readonly theirs: LoadedPermissions | null
  /** The keys of the open groups. */
  readonly open: ReadonlySet<string>
  readonly change: Change | null
}

type Events =
  | { readonly type: 'change.requested'; readonly change: Change }
  | { readonly type: 'change.confirmed' }
  | { readonly type: 'change.refused' }
  | { readonly type: 'leaf.set'; readonly path: Path; readonly enabled: boolean }
  | { readonly type: 'group.set'; readonly path: Path; readonly enabled: boolean }
  | { readonly type: 'group.opened'; readonly path: Path; readonly isOpen: boolean }
  | { readonly type: 'groups.opened'; readonly isOpen: boolean }
  | { readonly type: 'changes.undone' }
  | { readonly type: 'load.retried' }
  | { readonly type: 'save.requested' }
  | { readonly type: 'mine.kept' }
  | { readonly type: 'theirs.taken' }

const NOTHING: LoadedPermissions = { tree: [], etag: null, role: null }

/** The roots are open at first, so that there is something to see. */
const openAtFirst = (tree: readonly PermissionNode[]): ReadonlySet<string> =>
  new Set(listGroupKeys(tree).filter((key) => !key.includes('/')))

/** The rights screen: whose rights, loading, changing, asking before changes are lost, saving. */
export const permissionsMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    load: fromPromise<LoadedPermissions, Principal>(unprovidedActor('load')),
    save: fromPromise<LoadedPermissions, SaveInput>(unprovidedActor('save')),
  },
  actions: {
    tell: (_args, _params: { readonly text: string }) => {},
    tellFailure: (_args, _params: { readonly error: unknown }) => {},
    reloadPrincipals: () => {},
    proceed: ({ context }) => {
      if (context.change?.to === 'otherPage') context.change.proceed()
    },
    keepChange: assign({ change: (_, change: Change) => change }),
    forgetChange: assign({ change: null }),
    applyChange: assign(({ context: { change } }) => {
      if (change?.to === 'kind') return { kind: change.kind, subject: null }
      return change?.to === 'subject' ? { subject: change.subject } : {}
    }),
    forgetSubject: assign({ subject: null }),
    forgetTree: assign({ held: NOTHING, tree: [], theirs: null, open: new Set<string>() }),
    setLoaded: assign((_, held: LoadedPermissions) => ({ held, tree: held.tree, theirs: null })),
    setTheirs: assign((_, theirs: LoadedPermissions) => ({ theirs })),
    /** The stored tree becomes the base; what is on and off in it is as the user has it. */
    keepMine: assign(({ context: { theirs, held, tree } }) => ({
      held: theirs ?? held,
      tree: theirs === null ? tree : applyGranted(theirs.tree, listGranted(tree)),
      theirs: null,
    })),
    takeTheirs: assign(({ context: { theirs, held } }) => ({
      held: theirs ?? held,
      tree: (theirs ?? held).tree,
      theirs: null,
    })),
    openRoots: assign({ open: ({ context }) => openAtFirst(context.tree) }),
  },
  guards: {
    hasChanges: ({ context }) => countChanges(context.held.tree, context.tree) > 0,
    hasConflict: ({ context: { theirs } }) => theirs !== null,
    differsFrom: ({ context }, { tree }: LoadedPermissions) => listDifferences(context.tree, tree).length > 0,
    hasSubject: ({ context }) => context.subject !== null,
    goesToOtherPage: ({ context }) => context.change?.to === 'otherPage',
    isDeleted: (_, { error }: { readonly error: unknown }) => getConflict(error) === 'deleted',
    isStale: (_, { error }: { readonly error: unknown }) => getConflict(error) === 'changed',
  },
}).createMachine({
  id: 'rights',
  context: {
    kind: 'role',
    subject: null,
    held: NOTHING,
    tree: [],
    theirs: null,
    open: new Set(),
    change: null,
  },
  initial: 'idle',
  on: {
    'change.requested': {
      target: '.changing',
      actions: { type: 'keepChange', params: ({ event }) => event.change },
    },
  },
  states: {
    idle: {
      entry: 'forgetTree',
      on: {
        'save.requested': {
          actions: { type: 'tell', params: { text: 'Please select a role or user to save rights' } },
        },
      },
    },
    changing: {
      entry: ['applyChange', 'proceed'],
      exit: 'forgetChange',
      always: [
        { guard: 'goesToOtherPage', target: 'ready' },
        { guard: 'hasSubject', target: 'loading' },
        { target: 'idle' },
      ],
    },
    loading: {
      entry: 'forgetTree',
      invoke: {
        src: 'load',
        input: ({ context }) => context.subject ?? { kind: 'role', id: 0 },
        onDone: {
          target: 'ready',
          actions: [{ type: 'setLoaded', params: ({ event }) => event.output }, 'openRoots'],
        },
        onError: [
          {
            guard: { type: 'isDeleted', params: ({ event }) => ({ error: event.error }) },
            target: 'idle',
            actions: [
              { type: 'tellFailure', params: ({ event }) => ({ error: event.error }) },
              'forgetSubject',
              'reloadPrincipals',
            ],
          },
          { target: 'failed' },
        ],
      },
    },
    failed: {
      on: { 'load.retried': 'loading' },
    },
    ready: {
      initial: 'editing',
      on: {
        'group.opened': {
          actions: assign({
            open: ({ context, event }) => {
              const open = new Set(context.open)
              if (event.isOpen) open.add(getNodeKey(event.path))
              else open.delete(getNodeKey(event.path))
              return open
            },
          }),
        },
        'groups.opened': {
          actions: assign({
            open: ({ context, event }) => new Set(event.isOpen ? listGroupKeys(context.tree) : []),
          }),
        },
      },
      states: {
        editing: {
          on: {
            'leaf.set': {
              actions: assign({
                tree: ({ context, event }) => setLeaf(context.tree, event.path, event.enabled),
              }),
            },
            'group.set': {
              actions: assign({
                tree: ({ context, event }) => setGroup(context.tree, event.path, event.enabled),
              }),
            },
            'changes.undone': { actions: assign({ tree: ({ context }) => context.held.tree }) },
            'save.requested': '#rights.saving',
            'change.requested': [
              {
                guard: 'hasChanges',
                target: 'confirming',
                actions: { type: 'keepChange', params: ({ event }) => event.change },
              },
              {
                target: '#rights.changing',
                actions: { type: 'keepChange', params: ({ event }) => event.change },
              },
            ],
          },
        },
        /** Two people changed the rights: nothing else is changed or saved until one version is chosen. */
        conflicted: {
          on: {
            'mine.kept': { target: '#rights.saving', actions: 'keepMine' },
            'theirs.taken': { target: 'editing', actions: 'takeTheirs' },
            'change.requested': {
              target: 'confirming',
              actions: { type: 'keepChange', params: ({ event }) => event.change },
            },
          },
        },
        confirming: {
          on: {
            'change.confirmed': '#rights.changing',
            'change.refused': [
              { guard: 'hasConflict', target: 'conflicted', actions: 'forgetChange' },
              { target: 'editing', actions: 'forgetChange' },
            ],
            'change.requested': {},
          },
        },
      },
    },
    saving: {
      on: { 'change.requested': {} },
      invoke: {
        src: 'save',
        input: ({ context: { subject, held, tree } }) => ({
          subject: subject ?? { kind: 'role', id: 0 },
          held,
          tree,
        }),
        onDone: {
          target: 'ready',
          actions: [
            { type: 'setLoaded', params: ({ event }) => event.output },
            { type: 'tell', params: { text: 'Right saved successfully!' } },
          ],
        },
        onError: [
          {
            guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) },
            target: 'comparing',
            actions: [
              { type: 'tellFailure', params: ({ event }) => ({ error: event.error }) },
              'reloadPrincipals',
            ],
          },
          {
            guard: { type: 'isDeleted', params: ({ event }) => ({ error: event.error }) },
            target: 'idle',
            actions: [
              { type: 'tellFailure', params: ({ event }) => ({ error: event.error }) },
              'forgetSubject',
              'reloadPrincipals',
            ],
          },
          {
            target: 'ready',
            actions: { type: 'tellFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    /** The rights were changed by somebody else: what is stored now comes beside what is on the screen. */
    comparing: {
      on: { 'change.requested': {} },
      invoke: {
        src: 'load',
        input: ({ context }) => context.subject ?? { kind: 'role', id: 0 },
        onDone: [
          {
            guard: { type: 'differsFrom', params: ({ event }) => event.output },
            target: 'ready.conflicted',
            actions: { type: 'setTheirs', params: ({ event }) => event.output },
          },
          { target: 'ready', actions: { type: 'setLoaded', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isDeleted', params: ({ event }) => ({ error: event.error }) },
            target: 'idle',
            actions: [
              { type: 'tellFailure', params: ({ event }) => ({ error: event.error }) },
              'forgetSubject',
            ],
          },
          { target: 'ready' },
        ],
      },
    },
  },
})
