import { assign } from 'xstate'
import { getNodeKey, listGroupKeys, setGroup, setLeaf } from './permission-tree.ts'
import { NOT_LOADED, permissionsSetup } from './permissions-setup.ts'

/** The machine of the permissions screen: selects a principal, loads, edits, confirms the loss of changes, saves. */
export const permissionsMachine = permissionsSetup.createMachine({
  id: 'permissions',
  context: {
    kind: 'role',
    principal: null,
    loaded: NOT_LOADED,
    tree: [],
    theirs: null,
    open: new Set(),
    change: null,
  },
  initial: 'idle',
  on: {
    'change.requested': {
      target: '.changing',
      actions: { type: 'setChange', params: ({ event }) => event.change },
    },
  },
  states: {
    idle: {
      entry: 'clearTree',
      on: {
        'save.requested': {
          actions: { type: 'notify', params: { text: 'Please select a role or user to save rights' } },
        },
      },
    },
    changing: {
      entry: ['applyChange', 'proceed'],
      exit: 'clearChange',
      always: [
        { guard: 'isLeavingPage', target: 'ready' },
        { guard: 'hasPrincipal', target: 'loading' },
        { target: 'idle' },
      ],
    },
    loading: {
      entry: 'clearTree',
      invoke: {
        src: 'load',
        input: ({ context }) => context.principal ?? { kind: 'role', id: 0 },
        onDone: {
          target: 'ready',
          actions: [{ type: 'setLoaded', params: ({ event }) => event.output }, 'openRoots'],
        },
        onError: [
          {
            guard: { type: 'isDeleted', params: ({ event }) => ({ error: event.error }) },
            target: 'idle',
            actions: [
              { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
              'clearPrincipal',
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
            'changes.undone': { actions: assign({ tree: ({ context }) => context.loaded.tree }) },
            'save.requested': '#permissions.saving',
            'change.requested': [
              {
                guard: 'hasChanges',
                target: 'confirming',
                actions: { type: 'setChange', params: ({ event }) => event.change },
              },
              {
                target: '#permissions.changing',
                actions: { type: 'setChange', params: ({ event }) => event.change },
              },
            ],
          },
        },
        /** Two users changed the permissions: the user chooses one version before anything else is changed or saved. */
        conflicted: {
          on: {
            'mine.kept': { target: '#permissions.saving', actions: 'keepMine' },
            'theirs.taken': { target: 'editing', actions: 'takeTheirs' },
            'change.requested': {
              target: 'confirming',
              actions: { type: 'setChange', params: ({ event }) => event.change },
            },
          },
        },
        confirming: {
          on: {
            'change.confirmed': '#permissions.changing',
            'change.cancelled': [
              { guard: 'hasConflict', target: 'conflicted', actions: 'clearChange' },
              { target: 'editing', actions: 'clearChange' },
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
        input: ({ context: { principal, loaded, tree } }) => ({
          principal: principal ?? { kind: 'role', id: 0 },
          loaded,
          tree,
        }),
        onDone: {
          target: 'ready',
          actions: [
            { type: 'setLoaded', params: ({ event }) => event.output },
            { type: 'notify', params: { text: 'Right saved successfully!' } },
          ],
        },
        onError: [
          {
            guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) },
            target: 'comparing',
            actions: [
              { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
              'reloadPrincipals',
            ],
          },
          {
            guard: { type: 'isDeleted', params: ({ event }) => ({ error: event.error }) },
            target: 'idle',
            actions: [
              { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
              'clearPrincipal',
              'reloadPrincipals',
            ],
          },
          {
            target: 'ready',
            actions: { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    /** Another user changed the permissions: loads the stored tree beside the one on the screen. */
    comparing: {
      on: { 'change.requested': {} },
      invoke: {
        src: 'load',
        input: ({ context }) => context.principal ?? { kind: 'role', id: 0 },
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
              { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
              'clearPrincipal',
            ],
          },
          { target: 'ready' },
        ],
      },
    },
  },
})
