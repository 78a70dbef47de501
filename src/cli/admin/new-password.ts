import { validatePassword } from '../../server/auth/password-policy.ts'
import { Cancelled, UsageError } from '../command.ts'
import type { AdminCommandContext } from './open-portal.ts'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** A password that was chosen, or why it cannot be used. */
export type NewPassword = { readonly password: string } | { readonly fault: string }

/**
 * The new password of a user: `ADMIN_PASSWORD` where that is set, else typed twice. Throws UsageError where
 * it can come from neither.
 */
export async function choosePassword(
  userId: string,
  surroundings: AdminCommandContext,
): Promise<NewPassword> {
  const chosen = await givenPassword(userId, surroundings)
  if ('fault' in chosen) return chosen
  const fault = validatePassword(chosen.password, userId)
  return fault === null ? chosen : { fault }
}

async function givenPassword(
  userId: string,
  { environment, promptPassword }: AdminCommandContext,
): Promise<NewPassword> {
  const password = environment['ADMIN_PASSWORD']
  if (password !== undefined && password !== '') return { password }
  const typed = await promptPassword(`Password for ${userId}:`)
  if (typed === null) {
    throw new UsageError('there is no password: run this in a terminal to type it, or set ADMIN_PASSWORD')
  }
  const again = await promptPassword('The same again:')
  return typed === again ? { password: typed } : { fault: 'The two passwords are not the same.' }
}

/** A terminal's input: what is typed there need not show. */
export interface PasswordInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
}

/**
 * Asks for a line that does not show while it is typed and is kept nowhere; null where nobody can answer. Throws
 * Cancelled where whoever could goes away (Ctrl+C, Ctrl+D).
 */
export function promptPassword(
  question: string,
  input: PasswordInput,
  output: NodeJS.WritableStream,
): Promise<string | null> {
  if (input.isTTY !== true) return Promise.resolve(null)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // The line editor itself puts the terminal into the mode in which it shows nothing of its own.
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0 })
  output.write(`${question} `)
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => {
      output.write('\n')
      // Behind an answer this changes nothing.
      reject(new Cancelled())
    })
  })
}
