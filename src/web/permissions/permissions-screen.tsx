import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { AdministrationPage } from '../administration/administration-page.tsx'
import { ConflictPanel } from '../administration/record-form.tsx'
import { PreviewDialog } from '../administration/preview-dialog.tsx'
import { useAllRecords } from '../administration/record-select.tsx'
import { roles, systemUsers } from '../administration/resource.ts'
import { formatChanges } from '../administration/use-record-editor.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import { MessagePanel } from '../components/messages.tsx'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { type ScreenBanner, useBanner } from '../contexts/use-banner.ts'
import {
  countChanges,
  losesPermission,
  listDifferences,
  listGrantedIds,
  listGroupKeys,
} from './permission-tree.ts'
import { getPermissionsErrorMessage, loadPermissions, savePermissions } from './permissions-api.ts'
import { permissionsMachine } from './permissions-machine.ts'
import { PermissionsPanel } from './permissions-panel.tsx'
import type { LoadedPermissions, Principal, SaveInput } from './permissions-setup.ts'
import { PrincipalSelects } from './principal-selects.tsx'
import { useUnsavedChanges } from '../administration/use-unsaved-changes.ts'

/** `/roles/rights-administration`: the permissions of a role or a system user. */
const PermissionsScreen = () => {
  const banner = useBanner(3_000)
  const roleChoices = useAllRecords(roles)
  const userChoices = useAllRecords(systemUsers)
  const { snapshot, send } = usePermissions(banner)
  const { kind, principal, loaded, tree, theirs, open } = snapshot.context
  const isSaving = snapshot.matches('saving') || snapshot.matches('comparing')
  const isReady = snapshot.matches('ready') || isSaving
  const roleName = roleChoices.records.find(({ id }) => id === principal?.id)?.name
  const userName = userChoices.records.find(({ id }) => id === principal?.id)?.userId
  const name = (principal?.kind === 'role' ? roleName : userName) ?? ''
  const isLocked = isSaving || theirs !== null
  const [isPreviewed, setPreviewed] = useState(false)
  const [savedEvent, setSavedEvent] = useState<SaveEvent | null>(null)
  const session = useSession()
  const own = principal?.kind === 'role' ? session.role : session.username
  const isOwn = name !== '' && name.toLowerCase() === own.toLowerCase()
  const isLockOut = isOwn && losesPermission(theirs?.tree ?? loaded.tree, tree, portalPermissions.roles.id)
  /** Saves the rights, after a question if the user would lose the right to administer. */
  const save = (type: SaveEvent) => (isLockOut ? setSavedEvent(type) : send({ type }))
  const changes = countChanges(loaded.tree, tree)
  const isAllOpen = listGroupKeys(tree).every((key) => open.has(key))
  useUnsavedChanges(isReady && changes > 0, (proceed) =>
    send({ type: 'change.requested', change: { to: 'otherPage', proceed } }),
  )

  return (
    <AdministrationPage title="Rights Administration" banner={banner}>
      <Card className="print:hidden">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <PrincipalSelects
            kind={kind}
            principal={principal}
            roles={roleChoices}
            users={userChoices}
            isLocked={isSaving}
            onChange={(change) => send({ type: 'change.requested', change })}
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button
              variant="primary"
              busy={isSaving}
              aria-disabled={theirs !== null || undefined}
              onClick={() => save('save.requested')}
            >
              {isSaving ? 'Saving...' : 'Save Changes'}
            </Button>
            {isReady && (
              <Button onClick={() => send({ type: 'groups.opened', isOpen: !isAllOpen })}>
                {isAllOpen ? 'Close All' : 'Open All'}
              </Button>
            )}
            {isReady && <Button onClick={() => setPreviewed(true)}>Preview</Button>}
            {isReady && changes > 0 && (
              <Button variant="quiet" disabled={isLocked} onClick={() => send({ type: 'changes.undone' })}>
                Undo
              </Button>
            )}
            <span aria-live="polite" className="text-sm text-soft">
              {isReady && changes > 0 && formatChanges(changes)}
            </span>
          </div>
        </div>
      </Card>
      {snapshot.matches('idle') && (
        <MessagePanel icon="lock" text="Please select a role or user to view and manage permissions" />
      )}
      {snapshot.matches('failed') && (
        <MessagePanel
          icon="alert"
          text="Nothing could be loaded."
          action={<Button onClick={() => send({ type: 'load.retried' })}>Retry</Button>}
        />
      )}
      {isReady && theirs !== null && (
        <ConflictPanel
          subject="Menu item"
          differences={listDifferences(tree, theirs.tree).map(({ id, name, enabled }) => ({
            key: id,
            label: name,
            mine: enabled ? 'Off' : 'On',
            theirs: enabled ? 'On' : 'Off',
          }))}
          isSaving={isSaving}
          onKeepMine={() => save('mine.kept')}
          onTakeTheirs={() => send({ type: 'theirs.taken' })}
        />
      )}
      {(isReady || snapshot.matches('loading')) && (
        <PermissionsPanel
          tree={isReady ? tree : null}
          owner={name}
          view={{
            open,
            role: loaded.role,
            isLocked,
            onOpen: (path, isOpen) => send({ type: 'group.opened', path, isOpen }),
            onSetLeaf: (path, enabled) => send({ type: 'leaf.set', path, enabled }),
            onSetGroup: (path, enabled) => send({ type: 'group.set', path, enabled }),
          }}
        />
      )}
      {isReady && isPreviewed && (
        <PreviewDialog
          name={name}
          rights={listGrantedIds(tree)}
          saved={changes > 0 ? listGrantedIds(loaded.tree) : undefined}
          onClose={() => setPreviewed(false)}
        />
      )}
      <ConfirmDialog
        open={savedEvent !== null}
        question={`Take the right ${portalPermissions.roles.name} from yourself?`}
        confirmLabel="Save"
        onConfirm={() => {
          setSavedEvent(null)
          if (savedEvent !== null) send({ type: savedEvent })
        }}
        onCancel={() => setSavedEvent(null)}
      >
        <p className="text-soft">
          You can then open neither this page nor roles, users and history. Only another administrator can
          give it back.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={snapshot.matches({ ready: 'confirming' })}
        question={`You have ${formatChanges(changes)}. Discard?`}
        confirmLabel="Discard"
        onConfirm={() => send({ type: 'change.confirmed' })}
        onCancel={() => send({ type: 'change.cancelled' })}
      >
        <p className="text-soft">What you changed and did not save will be lost.</p>
      </ConfirmDialog>
    </AdministrationPage>
  )
}

export default PermissionsScreen

type SaveEvent = 'save.requested' | 'mine.kept'

/** Runs the permissions machine with its effects. */
const usePermissions = ({ show }: Pick<ScreenBanner, 'show'>) => {
  const api = useApi()
  const { retryPermissions } = useSession()
  const queries = useQueryClient()
  const machine = useMemo(
    () =>
      permissionsMachine.provide({
        actors: {
          load: fromPromise<LoadedPermissions, Principal>(({ input, signal }) =>
            loadPermissions(api, input, signal),
          ),
          save: fromPromise<LoadedPermissions, SaveInput>(async ({ input }) => {
            const saved = await savePermissions(api, input)
            // The menu of the user may have changed.
            retryPermissions()
            return saved
          }),
        },
        actions: {
          notify: (_, { text }) => show(text),
          notifyFailure: ({ context }, { error }) => show(getPermissionsErrorMessage(error, context.kind)),
          reloadPrincipals: () => {
            void queries.invalidateQueries({ queryKey: [roles.path] })
            void queries.invalidateQueries({ queryKey: [systemUsers.path] })
          },
        },
      }),
    [api, queries, show, retryPermissions],
  )
  const [snapshot, send] = useMachine(machine)
  return { snapshot, send }
}
