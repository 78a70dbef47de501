import type { ComponentProps } from 'react'
import { classNames, Icon, type IconName, Spinner } from './icon.tsx'

const VARIANTS = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-line bg-surface text-ink shadow-card hover:bg-sunken',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
  quiet: 'border-transparent bg-transparent text-soft hover:bg-sunken hover:text-ink',
} as const

const SIZES = { normal: 'h-8 px-3 text-base', small: 'h-7 px-1.5 text-sm' } as const

type Props = ComponentProps<'button'> & {
  readonly variant?: keyof typeof VARIANTS
  readonly size?: keyof typeof SIZES
  /** Shows a spinner and ignores clicks. As with `aria-disabled`, the button stays focusable. */
  readonly busy?: boolean
}

export const Button = ({
  variant = 'secondary',
  size = 'normal',
  busy = false,
  className,
  onClick,
  children,
  ...native
}: Props) => (
  <button
    type="button"
    {...native}
    aria-busy={busy || undefined}
    aria-disabled={busy || native['aria-disabled']}
    onClick={(event) => {
      if (event.currentTarget.ariaDisabled === 'true') event.preventDefault()
      else onClick?.(event)
    }}
    className={classNames(
      'inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-control border font-medium transition-colors',
      'disabled:opacity-50 disabled:shadow-gone aria-disabled:opacity-75',
      VARIANTS[variant],
      SIZES[size],
      className,
    )}
  >
    {busy && <Spinner />}
    {children}
  </button>
)

type IconButtonProps = ComponentProps<'button'> & { readonly icon?: IconName; readonly label: string }

/** Shows a button with an icon alone: its label is its accessible name and its tooltip. */
export const IconButton = ({ icon, label, className, children, ...native }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    aria-label={label}
    {...native}
    className={classNames(
      'inline-flex size-8 items-center justify-center rounded-control text-soft transition-colors hover:bg-sunken hover:text-ink',
      className,
    )}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

type CloseButtonProps = { readonly label: string; readonly onClick: () => void }

export const CloseButton = ({ label, onClick }: CloseButtonProps) => (
  <button type="button" aria-label={label} onClick={onClick} className="-mr-1 rounded p-0.5 hover:bg-surface">
    <Icon name="close" />
  </button>
)
