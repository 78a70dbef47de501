import { formatUtc } from './page.tsx'

type Props = {
  /** A time in ISO form; null or empty if there is none. */
  readonly at: string | null
  /** The text instead of a time. */
  readonly none?: string
}

/** A time to the minute in UTC, which the heading of its column names; the seconds are its tooltip. */
export const Moment = ({ at, none = '' }: Props) => {
  if (at === null || Number.isNaN(Date.parse(at))) return <span className="text-faint">{none}</span>
  const text = formatUtc(new Date(at)).replace(' UTC', '')
  return (
    <time
      dateTime={at}
      title={at.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC')}
      className="whitespace-nowrap"
    >
      {text}
    </time>
  )
}
