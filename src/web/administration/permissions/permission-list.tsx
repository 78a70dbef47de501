import { useId } from 'react'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { Badge, Switch } from '../../kit/switch.tsx'
import { Button } from '../../kit/button.tsx'
import { classNames, Icon } from '../../kit/icon.tsx'
import type { PermissionEditor } from './use-permissions.ts'
import { getChildren, countLeaves, hasChanges, isLeaf, type PermissionNode } from './permission-tree.ts'

/** The depth whose groups have Enable All and Disable All. */
const BULK_DEPTH = 1

type Props = {
  readonly permission: PermissionNode
  readonly depth: number
  readonly editor: PermissionEditor
  /** The name of a disabled ancestor without which this permission has no effect. */
  readonly disabledAncestor?: string | undefined
}

/** The ids of items that must be on for the items below them to have an effect. */
const REQUIRED_IDS: readonly number[] = Object.values(portalPermissions)
  .filter(({ isRequiredBelow }) => isRequiredBelow)
  .map(({ id }) => id)

const PermissionGroup = ({ permission, depth, editor, disabledAncestor }: Props) => {
  const id = useId()
  const isOpen = editor.open.has(permission.id)
  const leaves = countLeaves(permission, depth)
  const isPartly = permission.enabled && leaves.on > 0 && leaves.on < leaves.all
  return (
    <li className="col-span-full min-w-0">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          data-group
          id={`${id}-name`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-children` : undefined}
          aria-describedby={`${id}-state`}
          onClick={() => editor.setOpen(permission.id, !isOpen)}
          className="-ml-1 flex min-w-0 items-center gap-1.5 rounded-control px-1 py-1 text-left font-semibold hover:bg-sunken"
        >
          <Icon
            name="chevron"
            className={classNames('text-faint transition-transform', !isOpen && '-rotate-90')}
          />
          <span className="min-w-0 break-words">{permission.name}</span>
        </button>
        <span id={`${id}-state`} className="flex items-center gap-2 text-sm text-faint">
          <Badge tone={permission.enabled ? 'good' : 'neutral'}>
            {isPartly ? 'Partly' : permission.enabled ? 'On' : 'Off'}
          </Badge>
          {`${leaves.on} of ${leaves.all}`}
          {hasChanges(permission, editor.role) && <Badge>Differs from role</Badge>}
        </span>
        {depth === BULK_DEPTH && (
          <span className="flex gap-1 sm:ml-auto">
            {[true, false].map((enabled) => (
              <Button
                key={String(enabled)}
                size="small"
                disabled={editor.isSaving}
                aria-describedby={`${id}-name`}
                onClick={() => editor.setGroup(permission.id, enabled)}
              >
                {enabled ? 'Enable All' : 'Disable All'}
              </Button>
            ))}
          </span>
        )}
      </div>
      {isOpen && (
        <div id={`${id}-children`} className="ml-1.5 border-l pl-4 pt-2">
          <PermissionList
            permissions={getChildren(permission)}
            depth={depth + 1}
            editor={editor}
            disabledAncestor={
              REQUIRED_IDS.includes(permission.id) && !permission.enabled ? permission.name : disabledAncestor
            }
          />
        </div>
      )}
    </li>
  )
}

type ListProps = Pick<Props, 'editor' | 'disabledAncestor'> & {
  readonly permissions: readonly PermissionNode[]
  readonly depth?: number
}

/** Shows the items of one level: leaves as tiles, groups as collapsible lists. */
export const PermissionList = ({ permissions, depth = 0, ...shared }: ListProps) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-2">
    {permissions.map((permission) => {
      const Item = isLeaf(permission, depth) ? PermissionCard : PermissionGroup
      return <Item key={permission.id} permission={permission} depth={depth} {...shared} />
    })}
  </ul>
)

/** Shows a permission with its switch: name and description. */
const PermissionCard = ({ permission, editor, disabledAncestor }: Omit<Props, 'depth'>) => (
  <li className="flex min-w-0 items-start justify-between gap-3 rounded-control border bg-surface px-3 py-2">
    <div className="min-w-0">
      <p className="break-words font-medium">{permission.name}</p>
      {permission.description !== permission.name && (
        <p className="break-words text-sm text-faint">{permission.description}</p>
      )}
      {permission.enabled && disabledAncestor !== undefined && (
        <p className="mt-1 break-words text-sm text-bad">No effect: {disabledAncestor} is off</p>
      )}
      {hasChanges(permission, editor.role) && (
        <p className="mt-1">
          <Badge>Differs from role</Badge>
        </p>
      )}
    </div>
    <span
      data-printed={permission.enabled ? 'On' : 'Off'}
      className="hidden print:inline print:before:content-[attr(data-printed)]"
    />
    <Switch
      label={permission.name}
      checked={permission.enabled}
      disabled={editor.isSaving}
      onChange={(enabled) => editor.setLeaf(permission.id, enabled)}
      className="mt-px print:hidden"
    />
  </li>
)
