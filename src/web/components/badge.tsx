import type { ReactNode } from 'react'

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
