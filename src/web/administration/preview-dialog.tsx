import { useQuery } from '@tanstack/react-query'
import { reportEntries } from 'virtual:report-entries'
import { lenientPage } from '../../../schemas/api/lenient.ts'
import { AssignedPermission, SERVICE } from '../../../schemas/api/menu.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Skeleton } from '../components/page.tsx'
import { useApi } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/settings.ts'
import { buildPreview, listMissing, type MenuPreview } from './menu-preview.ts'

/** Whose menu is previewed. */
export interface PreviewSubject {
  readonly kind: 'role' | 'system-user'
  readonly id: number
  readonly name: string
  readonly isInactive?: boolean
}

type StoredProps = { readonly subject: PreviewSubject; readonly onClose: () => void }

/** A dialog with the menu that a role or user gets, computed from its stored rights. */
export const StoredPreview = ({ subject, onClose }: StoredProps) => {
  const api = useApi()
  const query = useQuery({
    queryKey: ['preview', subject.kind, subject.id],
    queryFn: ({ signal }) =>
      api.get(`/v1/rights-management/${subject.kind}/${subject.id}/rights`, {
        query: { service: SERVICE },
        schema: lenientPage(AssignedPermission),
        signal,
      }),
    gcTime: 0,
  })
  return (
    <PreviewDialog
      name={subject.name}
      isInactive={subject.isInactive}
      rights={query.data ? new Set(query.data.records.map(({ id }) => id)) : null}
      onRetry={query.isError ? () => void query.refetch() : undefined}
      onClose={onClose}
    />
  )
}

type Props = {
  readonly name: string
  /** The ids of the granted rights; null while they load. */
  readonly rights: ReadonlySet<number> | null
  /** The stored rights, if `rights` has changes that are not saved. */
  readonly saved?: ReadonlySet<number> | undefined
  readonly isInactive?: boolean | undefined
  /** Set if the rights could not be loaded. */
  readonly onRetry?: (() => void) | undefined
  readonly onClose: () => void
}

/** A dialog with the menu that a set of rights gives. */
export const PreviewDialog = ({ name, rights, saved, isInactive = false, onRetry, onClose }: Props) => {
  const { reportsEnabled } = getSettings()
  const build = (ids: ReadonlySet<number>) => buildPreview(ids, { reports: reportEntries, reportsEnabled })
  return (
    <Dialog
      open
      title={`What ${name} sees`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {isInactive && <p className="text-bad">This user is inactive and cannot sign in.</p>}
      {rights !== null ? (
        <Preview menu={build(rights)} saved={saved && build(saved)} />
      ) : onRetry === undefined ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          <span className="sr-only">Loading rights</span>
          {['first', 'second', 'third'].map((row) => (
            <Skeleton key={row} className="h-5" />
          ))}
        </div>
      ) : (
        <div className="flex items-center gap-3 text-soft">
          <p>Nothing could be loaded.</p>
          <Button onClick={onRetry}>Retry</Button>
        </div>
      )}
    </Dialog>
  )
}

type PreviewProps = { readonly menu: MenuPreview; readonly saved: MenuPreview | undefined }

const Preview = ({ menu, saved }: PreviewProps) => {
  const added = saved === undefined ? [] : listMissing(menu, saved)
  const removed = saved === undefined ? [] : listMissing(saved, menu)
  return (
    <div className="flex flex-col gap-3 break-words">
      {saved !== undefined && <p className="text-soft">With your unsaved changes.</p>}
      {menu.isEmpty && <p className="text-soft">No right opens a page: the menu has test entries only.</p>}
      <ul aria-label="Menu" className="flex flex-col gap-2">
        {menu.items.map(({ label, children }) => (
          <li key={label}>
            <span className="font-medium">{label}</span>
            {children.length > 0 && (
              <ul className="ml-1.5 mt-1 border-l pl-3 text-soft">
                {children.map((child) => (
                  <li key={child}>{child}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <Sentence intro="New in the menu" names={added} />
      <Sentence intro="No longer in the menu" names={removed} />
      <Sentence intro="Granted, but not opened, because Reports is off" names={menu.withoutEffect} />
    </div>
  )
}

const Sentence = ({ intro, names }: { readonly intro: string; readonly names: readonly string[] }) =>
  names.length > 0 && (
    <p className="text-sm text-soft">
      {intro}: {names.join(', ')}.
    </p>
  )
