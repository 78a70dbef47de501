import * as Radix from '@radix-ui/react-switch'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type SwitchProps = {
  /** The accessible name; shown beside the switch only by `labelShown`. */
  readonly label: string
  readonly labelShown?: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly className?: string
}

export const Switch = ({
  label,
  labelShown = false,
  checked,
  onChange,
  disabled = false,
  className,
}: SwitchProps) => (
  <span className={classNames('inline-flex items-center gap-2', className)}>
    <Radix.Root
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label}
      className="h-[18px] w-8 shrink-0 rounded-full border border-transparent bg-edge p-px transition-colors disabled:opacity-50 data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-3.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-3.5" />
    </Radix.Root>
    {labelShown && <span aria-hidden="true">{label}</span>}
  </span>
)

const TONES = {
  good: 'border-good-line bg-good-tint text-good',
  bad: 'border-bad-line bg-bad-tint text-bad',
  neutral: 'border-line bg-sunken text-soft',
} as const

/** A short state, in words and colour. */
export const Badge = ({ tone = 'neutral', children }: { tone?: keyof typeof TONES; children: ReactNode }) => (
  <span
    className={`inline-flex h-5 items-center rounded-full border px-2 text-xs font-medium ${TONES[tone]}`}
  >
    {children}
  </span>
)
