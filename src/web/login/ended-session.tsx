import { useState } from 'react'
import { getTimeLeft, readSessionUse } from '../api/session-use.ts'
import { Icon } from '../components/icon.tsx'

type Props = { readonly ending: 'rejected' | 'signedOutElsewhere' }

/** Why the last session ended, until the next sign-in. */
export const EndedSession = ({ ending }: Props) => {
  const [reason] = useState(() =>
    ending === 'rejected' ? explainEnd(Date.now()) : 'You signed out in another tab.',
  )
  return (
    <output className="mb-4 flex items-start gap-2 rounded-control border bg-sunken px-3 py-1.5 text-soft">
      <Icon name="lock" className="mt-0.5" />
      <span>{reason}</span>
    </output>
  )
}

/** The sentence for a session that the server does not accept any more. */
const explainEnd = (now: number): string => {
  const use = readSessionUse()
  if (use === null || getTimeLeft(use, now) > 0) {
    return 'Your session has ended. It expired, or someone ended it.'
  }
  return `Your session has ended, because the portal was not used for ${formatMinutes(use.idleMinutes)}.`
}

const formatMinutes = (minutes: number): string => (minutes === 1 ? '1 minute' : `${minutes} minutes`)
