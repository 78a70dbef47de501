import type { ReactNode } from 'react'
import { classNames } from './icon.tsx'

type SwitchProps = {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly className?: string
}

export const Switch = ({ label, checked, onChange, disabled, className }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={checked}
    aria-label={label}
    disabled={disabled}
    onClick={() => onChange(!checked)}
    className={classNames(
      'group h-[18px] w-8 shrink-0 rounded-full border border-transparent bg-edge p-px transition-colors disabled:opacity-50 aria-checked:bg-accent',
      className,
    )}
  >
    <span className="block size-3.5 rounded-full bg-surface transition-transform group-aria-checked:translate-x-3.5" />
  </button>
)

const TONES = {
  good: 'border-good-line bg-good-tint text-good',
  bad: 'border-bad-line bg-bad-tint text-bad',
  neutral: 'border-line bg-sunken text-soft',
} as const

export const Badge = ({ tone = 'neutral', children }: { tone?: keyof typeof TONES; children: ReactNode }) => (
  <span
    className={`inline-flex h-5 items-center rounded-full border px-2 text-xs font-medium ${TONES[tone]}`}
  >
    {children}
  </span>
)
