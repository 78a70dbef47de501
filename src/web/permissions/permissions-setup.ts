import { assign, fromPromise, setup } from 'xstate'
import { getConflict } from '../administration/error-messages.ts'
import { unprovidedActor } from '../machines/unprovided-actor.ts'
import {
  countChanges,
  listGranted,
  listGroupKeys,
  listDifferences,
  type Path,
  type PermissionNode,
  applyGranted,
} from './permission-tree.ts'

/** The role or user whose permissions are shown. A user is compared with the role, if the server returns its id. */
export type Principal =
  | { readonly kind: 'role'; readonly id: number }
  | { readonly kind: 'user'; readonly id: number; readonly roleId: number | null }

export type PrincipalKind = Principal['kind']

/** A tree as the server has stored it. */
export type LoadedPermissions = {
  readonly tree: readonly PermissionNode[]
  readonly etag: string | null
  /** For a user: the permissions of the role, by id; null if unknown. */
  readonly role: ReadonlyMap<number, boolean> | null
}

export type SaveInput = {
  readonly principal: Principal
  readonly loaded: LoadedPermissions
  readonly tree: readonly PermissionNode[]
}

/** An action that replaces or leaves the tree on the screen; it requires confirmation if changes are unsaved. */
export type Change =
  | { readonly to: 'kind'; readonly kind: PrincipalKind }
  | { readonly to: 'principal'; readonly principal: Principal | null }
  | { readonly to: 'otherPage'; readonly proceed: () => void }

type Context = {
  readonly kind: PrincipalKind
  readonly principal: Principal | null
  readonly loaded: LoadedPermissions
  readonly tree: readonly PermissionNode[]
  /** What another user saved meanwhile: the user chooses between it and `tree`. */
  readonly theirs: LoadedPermissions | null
  /** The keys of the open groups. */
  readonly open: ReadonlySet<string>
  readonly change: Change | null
}

type Events =
  | { readonly type: 'change.requested'; readonly change: Change }
  | { readonly type: 'change.confirmed' }
  | { readonly type: 'change.cancelled' }
  | { readonly type: 'leaf.set'; readonly path: Path; readonly enabled: boolean }
  | { readonly type: 'group.set'; readonly path: Path; readonly enabled: boolean }
  | { readonly type: 'group.opened'; readonly path: Path; readonly isOpen: boolean }
  | { readonly type: 'groups.opened'; readonly isOpen: boolean }
  | { readonly type: 'changes.undone' }
  | { readonly type: 'load.retried' }
  | { readonly type: 'save.requested' }
  | { readonly type: 'mine.kept' }
  | { readonly type: 'theirs.taken' }

export const NOT_LOADED: LoadedPermissions = { tree: [], etag: null, role: null }

/** The keys of the roots, which are open initially. */
const listRootKeys = (tree: readonly PermissionNode[]): ReadonlySet<string> =>
  new Set(listGroupKeys(tree).filter((key) => !key.includes('/')))

/** The actors, guards and actions of the permissions machine. The screen provides loading, saving and messages. */
export const permissionsSetup = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    load: fromPromise<LoadedPermissions, Principal>(unprovidedActor('load')),
    save: fromPromise<LoadedPermissions, SaveInput>(unprovidedActor('save')),
  },
  actions: {
    notify: (_args, _params: { readonly text: string }) => {},
    notifyFailure: (_args, _params: { readonly error: unknown }) => {},
    reloadPrincipals: () => {},
    proceed: ({ context }) => {
      if (context.change?.to === 'otherPage') context.change.proceed()
    },
    setChange: assign({ change: (_, change: Change) => change }),
    clearChange: assign({ change: null }),
    applyChange: assign(({ context: { change } }) => {
      if (change?.to === 'kind') return { kind: change.kind, principal: null }
      return change?.to === 'principal' ? { principal: change.principal } : {}
    }),
    clearPrincipal: assign({ principal: null }),
    clearTree: assign({ loaded: NOT_LOADED, tree: [], theirs: null, open: new Set<string>() }),
    setLoaded: assign((_, loaded: LoadedPermissions) => ({ loaded, tree: loaded.tree, theirs: null })),
    setTheirs: assign((_, theirs: LoadedPermissions) => ({ theirs })),
    /** The stored tree becomes the base; its items have the states that the user set. */
    keepMine: assign(({ context: { theirs, loaded, tree } }) => ({
      loaded: theirs ?? loaded,
      tree: theirs === null ? tree : applyGranted(theirs.tree, listGranted(tree)),
      theirs: null,
    })),
    takeTheirs: assign(({ context: { theirs, loaded } }) => ({
      loaded: theirs ?? loaded,
      tree: (theirs ?? loaded).tree,
      theirs: null,
    })),
    openRoots: assign({ open: ({ context }) => listRootKeys(context.tree) }),
  },
  guards: {
    hasChanges: ({ context }) => countChanges(context.loaded.tree, context.tree) > 0,
    hasConflict: ({ context: { theirs } }) => theirs !== null,
    differsFrom: ({ context }, { tree }: LoadedPermissions) => listDifferences(context.tree, tree).length > 0,
    hasPrincipal: ({ context }) => context.principal !== null,
    isLeavingPage: ({ context }) => context.change?.to === 'otherPage',
    isDeleted: (_, { error }: { readonly error: unknown }) => getConflict(error) === 'deleted',
    isStale: (_, { error }: { readonly error: unknown }) => getConflict(error) === 'changed',
  },
})
