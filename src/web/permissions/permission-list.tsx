import { useId } from 'react'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { classNames } from '../components/class-names.ts'
import { Icon } from '../components/icon.tsx'
import {
  getChildren,
  countLeaves,
  hasChanges,
  isLeaf,
  getNodeKey,
  type Path,
  type PermissionNode,
} from './permission-tree.ts'
import { Switch } from '../components/switch.tsx'

/** What the tree shows and what is done to it. */
export type TreeView = {
  readonly open: ReadonlySet<string>
  /** For a user: what the role grants. */
  readonly role: ReadonlyMap<number, boolean> | null
  /** Nothing can be changed now. */
  readonly isLocked: boolean
  readonly onOpen: (path: Path, isOpen: boolean) => void
  readonly onSetLeaf: (path: Path, enabled: boolean) => void
  readonly onSetGroup: (path: Path, enabled: boolean) => void
}

/** The depth whose groups have Enable All and Disable All. */
const ALL_AT = 1

type GroupProps = {
  readonly right: PermissionNode
  readonly path: Path
  readonly view: TreeView
  readonly offParent: string | undefined
}

/** The items without which those below them have no effect. */
const REQUIRED: readonly number[] = Object.values(portalPermissions)
  .filter(({ isRequiredBelow }) => isRequiredBelow)
  .map(({ id }) => id)

const RightsGroup = ({ right, path, view, offParent }: GroupProps) => {
  const id = useId()
  const depth = path.length - 1
  const isOpen = view.open.has(getNodeKey(path))
  const leaves = countLeaves(right, depth)
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
          onClick={() => view.onOpen(path, !isOpen)}
          className="-ml-1 flex min-w-0 items-center gap-1.5 rounded-control px-1 py-1 text-left font-semibold hover:bg-sunken"
        >
          <Icon
            name="chevron"
            className={classNames('text-faint transition-transform', !isOpen && '-rotate-90')}
          />
          <span className="min-w-0 break-words">{right.name}</span>
        </button>
        <span id={`${id}-state`} className="flex items-center gap-2 text-sm text-faint">
          <Badge tone={right.enabled ? 'good' : 'neutral'}>{right.enabled ? 'On' : 'Off'}</Badge>
          {`${leaves.on} of ${leaves.all}`}
          {hasChanges(right, view.role) && <Badge>Differs from role</Badge>}
        </span>
        {depth === ALL_AT && (
          <span className="flex gap-1 sm:ml-auto">
            {[true, false].map((enabled) => (
              <Button
                key={String(enabled)}
                size="small"
                disabled={view.isLocked}
                aria-describedby={`${id}-name`}
                onClick={() => view.onSetGroup(path, enabled)}
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
            rights={getChildren(right)}
            above={path}
            view={view}
            offParent={REQUIRED.includes(right.id) && !right.enabled ? right.name : offParent}
          />
        </div>
      )}
    </li>
  )
}

type ListProps = {
  readonly rights: readonly PermissionNode[]
  readonly above: Path
  readonly view: TreeView
  /** The name of a parent that is off and without which the items have no effect. */
  readonly offParent?: string | undefined
}

/** The items of one level: leaves as tiles, groups as collapsible lists. */
export const PermissionList = ({ rights, above, view, offParent }: ListProps) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-2">
    {rights.map((right, index) => {
      const path = [...above, index]
      return isLeaf(right, above.length) ? (
        <PermissionCard
          key={getNodeKey(path)}
          right={right}
          offParent={offParent}
          isDifferent={hasChanges(right, view.role)}
          isLocked={view.isLocked}
          onSet={(enabled) => view.onSetLeaf(path, enabled)}
        />
      ) : (
        <RightsGroup key={getNodeKey(path)} right={right} path={path} view={view} offParent={offParent} />
      )
    })}
  </ul>
)

type Props = {
  readonly right: PermissionNode
  /** The name of a parent that is off, without which this right has no effect. */
  readonly offParent: string | undefined
  readonly isDifferent: boolean
  readonly isLocked: boolean
  readonly onSet: (enabled: boolean) => void
}

/** A right that can be turned on and off: name, description, switch. */
const PermissionCard = ({ right, offParent, isDifferent, isLocked, onSet }: Props) => (
  <li className="flex min-w-0 items-start justify-between gap-3 rounded-control border bg-surface px-3 py-2">
    <div className="min-w-0">
      <p className="break-words font-medium">{right.name}</p>
      {right.description !== right.name && right.description !== '' && (
        <p className="break-words text-sm text-faint">{right.description}</p>
      )}
      {right.enabled && offParent !== undefined && (
        <p className="mt-1 break-words text-sm text-bad">No effect: {offParent} is off</p>
      )}
      {isDifferent && (
        <p className="mt-1">
          <Badge>Differs from role</Badge>
        </p>
      )}
    </div>
    <span
      data-printed={right.enabled ? 'On' : 'Off'}
      className="hidden print:inline print:before:content-[attr(data-printed)]"
    />
    <Switch
      label={right.name}
      checked={right.enabled}
      disabled={isLocked}
      onChange={onSet}
      className="mt-px print:hidden"
    />
  </li>
)
