import { useEffect, useState } from 'react'

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** The date and time in UTC to the minute, en-GB (spec §9). */
export const utcText = (now: Date): string => `${FORMAT.format(now)} UTC`

const TICK = 1000

// It looks every second, so that it is right at once after the computer was asleep.
export const UtcClock = () => {
  const [text, setText] = useState(() => utcText(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setText(utcText(new Date())), TICK)
    return () => clearInterval(timer)
  }, [])
  return <time className="whitespace-nowrap tabular-nums">{text}</time>
}
