import { AdministrationPage } from '../administration/administration-page.tsx'
import { QuestionDialog } from '../administration/record-form.tsx'
import { useAllRecords } from '../administration/record-select.tsx'
import { roles, systemUsers } from '../administration/resource.ts'
import { formatChanges } from '../administration/use-draft.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { MessagePanel } from '../components/messages.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { useBanner } from '../contexts/use-banner.ts'
import { PermissionsPanel } from './permissions-panel.tsx'
import { PrincipalSelects } from './principal-selects.tsx'
import { usePermissions } from './use-permissions.ts'

/** `/roles/rights-administration`: the permissions of a role or a system user. */
const PermissionsScreen = () => {
  const banner = useBanner(3_000)
  const session = useSession()
  const roleChoices = useAllRecords(roles)
  const userChoices = useAllRecords(systemUsers)
  const editor = usePermissions(banner)
  const { principal, stored, tree, changes, isSaving } = editor
  const roleName = roleChoices.records.find(({ id }) => id === principal?.id)?.name
  const userName = userChoices.records.find(({ id }) => id === principal?.id)?.userId
  const name = (principal?.kind === 'role' ? roleName : userName) ?? ''
  const own = principal?.kind === 'role' ? session.role : session.username
  const isOwn = name !== '' && name.toLowerCase() === own.toLowerCase()
  const isReady = stored !== null

  return (
    <AdministrationPage title="Rights Administration" banner={banner}>
      <Card className="print:hidden">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <PrincipalSelects
            kind={editor.kind}
            principal={principal}
            roles={roleChoices}
            users={userChoices}
            isLocked={isSaving}
            onChoose={editor.choose}
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="primary" busy={isSaving} onClick={() => editor.save(isOwn)}>
              {isSaving ? 'Saving...' : 'Save Changes'}
            </Button>
            {isReady && (
              <Button onClick={editor.toggleAll}>{editor.isAllOpen ? 'Close All' : 'Open All'}</Button>
            )}
            {changes > 0 && (
              <Button variant="quiet" disabled={isSaving} onClick={editor.undo}>
                Undo
              </Button>
            )}
            <span aria-live="polite" className="text-sm text-soft">
              {changes > 0 && formatChanges(changes)}
            </span>
          </div>
        </div>
      </Card>
      {principal === null && (
        <MessagePanel icon="lock" text="Please select a role or user to view and manage permissions" />
      )}
      {!isReady && editor.hasFailed && (
        <MessagePanel
          icon="alert"
          text="Nothing could be loaded."
          action={<Button onClick={editor.retry}>Retry</Button>}
        />
      )}
      {(isReady || editor.isReading) && (
        <PermissionsPanel
          tree={isReady ? tree : null}
          owner={name}
          view={{
            open: editor.open,
            role: stored?.record.role ?? null,
            isLocked: isSaving,
            onOpen: editor.setOpen,
            onSetLeaf: editor.setLeaf,
            onSetGroup: editor.setGroup,
          }}
        />
      )}
      <QuestionDialog question={editor.question} onAnswer={editor.answer} />
    </AdministrationPage>
  )
}

export default PermissionsScreen
