import { Badge } from '../../ui/badge.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Right } from './rights-tree.ts'

type Props = {
  readonly right: Right
  /** The name of a parent that is off, without which this right has no effect (R81). */
  readonly offParent: string | undefined
  readonly isDifferent: boolean
  readonly isLocked: boolean
  readonly onSet: (enabled: boolean) => void
}

/** A right that can be turned on and off: name, description, switch (spec §2). */
export const RightsTile = ({ right, offParent, isDifferent, isLocked, onSet }: Props) => (
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
