import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { listContextTexts, validatePassword } from '../../server/identity/passwords/password-policy.ts'
import { createPasswords } from '../../server/identity/passwords/passwords.ts'
import { type CommandContext, CommandError, UsageError } from '../command.ts'
import type { AdminContext } from './open-portal.ts'

/**
 * Reads the new password of a user and returns its hash: `ADMIN_PASSWORD` if it is set, else typed twice. Throws
 * UsageError if there is neither, CommandError for one that is not valid.
 */
export async function readPasswordHash(userId: string, context: CommandContext, { reports }: AdminContext) {
  const password = await readPassword(userId, context)
  const error = validatePassword(password, userId, listContextTexts({ getProductName: () => '', reports }))
  if (error !== null) throw new CommandError(error)
  const { hash } = await createPasswords()
  return hash(password)
}

async function readPassword(userId: string, { environment, promptPassword }: CommandContext) {
  const password = environment['ADMIN_PASSWORD']
  if (password !== undefined && password !== '') return password
  const typed = (await promptPassword?.(`Password for ${userId}:`)) ?? null
  if (typed === null) {
    throw new UsageError('no password: set ADMIN_PASSWORD, or run this in a terminal to type it')
  }
  const repeated = await promptPassword?.('Repeat password:')
  if (typed !== repeated) throw new CommandError('The two passwords are not the same.')
  return typed
}

export interface PasswordInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
}

/**
 * Reads a line without echo or history; null if the input is not a terminal. Throws CommandError on Ctrl+C and Ctrl+D.
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
      reject(new CommandError('cancelled'))
    })
  })
}
