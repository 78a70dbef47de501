import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { validatePassword } from '../../server/passwords/password-policy.ts'
import { Cancelled, UsageError } from '../command.ts'
import type { AdminCommandContext } from './open-portal.ts'

/** A valid new password, or why the entered one is rejected. */
export type NewPassword = { readonly password: string } | { readonly error: string }

/**
 * Reads the new password of a user: `ADMIN_PASSWORD` if it is set, else typed twice. Throws UsageError if there is
 * neither.
 */
export async function readNewPassword(userId: string, context: AdminCommandContext): Promise<NewPassword> {
  const entered = await readPassword(userId, context)
  if ('error' in entered) return entered
  const error = validatePassword(entered.password, userId)
  return error === null ? entered : { error }
}

async function readPassword(
  userId: string,
  { environment, promptPassword }: AdminCommandContext,
): Promise<NewPassword> {
  const password = environment['ADMIN_PASSWORD']
  if (password !== undefined && password !== '') return { password }
  const typed = await promptPassword(`Password for ${userId}:`)
  if (typed === null) {
    throw new UsageError('no password: set ADMIN_PASSWORD, or run this in a terminal to type it')
  }
  const repeated = await promptPassword('Repeat password:')
  return typed === repeated ? { password: typed } : { error: 'The two passwords are not the same.' }
}

export interface PasswordInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
}

/**
 * Reads a line without echo or history; null if the input is not a terminal. Throws Cancelled on Ctrl+C and Ctrl+D.
 * Written here because the package `read` never settles on Ctrl+D, and `@inquirer/password` adds a prompt framework
 * to production for one question.
 */
export function promptPassword(
  question: string,
  input: PasswordInput,
  output: NodeJS.WritableStream,
): Promise<string | null> {
  if (input.isTTY !== true) return Promise.resolve(null)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // `terminal: true` switches the echo of the terminal off.
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
      // No effect after `resolve`.
      reject(new Cancelled())
    })
  })
}
