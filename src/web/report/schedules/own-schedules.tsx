import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { Account } from '../../../../schemas/api/auth.ts'
import { lenient, lenientPage, lenientRecord } from '../../../../schemas/api/lenient.ts'
import { Schedule } from '../../../../schemas/api/schedule.ts'
import type { Client } from '../../api/client.ts'
import { useApi } from '../../contexts/portal-contexts.ts'
import { describeDue } from './due-times.ts'

const AccountAddress = lenientRecord(lenient(Account, []))
const OwnSchedules = lenientPage(Schedule)

async function loadOwn(api: Client, signal: AbortSignal) {
  const [{ records: account }, { records: schedules }] = await Promise.all([
    api.get('/v1/account', { schema: AccountAddress, signal }),
    api.get('/v1/schedules', { query: { size: 50 }, schema: OwnSchedules, signal }),
  ])
  return { address: account.emailId, schedules }
}

/** Loads the mail address of the account and its schedules; null before, and if they cannot be loaded. */
export const useOwnSchedules = () => {
  const api = useApi()
  const [own, setOwn] = useState<Awaited<ReturnType<typeof loadOwn>> | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    loadOwn(api, controller.signal).then(setOwn, () => undefined)
    return () => controller.abort()
  }, [api])
  return own
}

export const SchedulesLink = () => (
  <Link to="/account/schedules" className="text-accent underline">
    Your schedules
  </Link>
)

/** Lists what is sent already of a page; nothing without any. */
export const SentAlready = ({ schedules }: { readonly schedules: readonly Schedule[] }) =>
  schedules.length > 0 && (
    <section className="rounded-control border border-line px-3 py-2 text-sm">
      <h3 className="font-medium">You have it sent already</h3>
      <ul className="list-disc pl-5 text-soft">
        {schedules.map(({ id, due, recipients, paused }) => (
          <li key={id} className="break-words">
            {`${describeDue(due)} to ${recipients.join(', ')}${paused ? ' (paused)' : ''}`}
          </li>
        ))}
      </ul>
      <p className="text-soft">
        Change or end it in <SchedulesLink />. Below you add another one.
      </p>
    </section>
  )
