import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

type Props = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  readonly icon: IconName
  readonly danger?: boolean
}

/** A button of a table row; `aria-describedby` should name the row's header. */
export const IconButton = ({ icon, danger = false, children, ...native }: Props) => (
  <button
    {...native}
    type="button"
    className={classNames(
      'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-control px-1.5 text-sm text-soft transition-colors hover:bg-sunken',
      danger ? 'hover:text-bad' : 'hover:text-ink',
    )}
  >
    <Icon name={icon} />
    {children}
  </button>
)
