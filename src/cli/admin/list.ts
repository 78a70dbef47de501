import { z } from 'zod'
import { formatCsvLine } from '../../report/model/csv.ts'
import { describeSignIns, selectSignIns, signInColumns } from '../../server/identity/accounts/session-list.ts'
import { type Command, noArguments, parseArguments } from '../command.ts'
import { withDatabase } from '../database.ts'

const Arguments = z.object({ files: noArguments, csv: z.boolean().default(false) })

const HEADINGS = ['User ID', 'Role', 'Status', 'Sign-in', 'Second factor', 'Last sign-in (UTC)', 'Email Id']

/** Prints all accounts, also of super administrators, whom no list of the API shows to others. */
export const listCommand: Command = {
  usage: '[--csv]',
  summary: 'prints all accounts with role, status, second factor and last sign-in (UTC)',
  run: async (args, terminal, context) => {
    const { csv } = parseArguments(args, Arguments)
    return withDatabase(context, async (database) => {
      const read = async (reserved?: 'true') =>
        selectSignIns(database, { search: '', reserved }).select(signInColumns).orderBy('users.id').execute()
      const users = [...(await read('true')), ...(await read())].map(describeSignIns)
      const lines = users.map((user) => {
        const factor = user.secondFactor ? 'on' : 'off'
        const lastSignIn = user.lastSignInAt ?? 'never'
        return [user.userId, user.role, user.status, user.signIn, factor, lastSignIn, user.emailId]
      })
      for (const line of [HEADINGS, ...lines])
        terminal.out(
          (csv ? formatCsvLine(line) : line.join('  ')).trimEnd().replaceAll(/\p{Cc}/gu, '\u{FFFD}'),
        )
    })
  },
}
