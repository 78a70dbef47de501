import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Account } from '../../../../schemas/api/auth.ts'
import { lenient, lenientPage, lenientRecord } from '../../../../schemas/api/lenient.ts'
import { Schedule } from '../../../../schemas/api/schedule.ts'
import { useApi } from '../../contexts/portal-contexts.ts'
import { describeDue } from './due-times.ts'

const AccountAddress = lenientRecord(lenient(Account, []))
const OwnSchedules = lenientPage(Schedule)

/** Loads the mail address of the account and its schedules; undefined before, and if they cannot be loaded. */
export const useOwnSchedules = () => {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['own-schedules'],
    queryFn: async ({ signal }) => {
      const [{ records: account }, { records: schedules }] = await Promise.all([
        api.get('/v1/account', { schema: AccountAddress, signal }),
        api.get('/v1/schedules', { query: { size: 50 }, schema: OwnSchedules, signal }),
      ])
      return { address: account.emailId, schedules }
    },
  })
  return data
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
