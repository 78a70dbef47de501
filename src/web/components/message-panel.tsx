import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Props = {
  readonly icon?: IconName
  readonly text: string
  readonly detail?: ReactNode
  /** What to do next. */
  readonly action?: ReactNode
  readonly role?: 'status' | 'alert'
}

/** A message instead of content that is empty, denied or failed to load. */
export const MessagePanel = ({ icon, text, detail, action, role }: Props) => (
  <div
    role={role}
    className="card-surface flex min-h-48 flex-col items-center justify-center gap-3 px-6 py-10 text-center"
  >
    {icon !== undefined && (
      <span className="flex size-10 items-center justify-center rounded-full bg-sunken text-faint">
        <Icon name={icon} />
      </span>
    )}
    <p className="font-medium">{text}</p>
    {detail !== undefined && <div className="max-w-prose text-sm text-soft">{detail}</div>}
    {action}
  </div>
)
