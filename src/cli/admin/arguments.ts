import { z } from 'zod'
import { boundedText } from '../../../schemas/api/text.ts'
import { parseArguments, UsageError } from '../command.ts'

const USER_ID = 'one user id'
const UserId = boundedText(100)
  .transform((text) => text.trim())
  .refine((text) => text !== '', USER_ID)

/** The one user id that a command is about. */
export const UserIdArgument = z.tuple([UserId], { error: USER_ID })

const passwordOptions = { password: { type: 'string', short: 'p' } } as const

/**
 * The arguments of a command. Throws UsageError also for what looks like a password: other users of the machine see
 * the arguments of a process, and the shell keeps them.
 */
export function parseAdminArguments<T extends { readonly files: readonly [string] }>(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' }>>,
  schema: z.ZodType<T>,
): T {
  const given = parseArguments(
    args,
    { ...options, ...passwordOptions },
    z.looseObject({ files: z.array(z.string()), password: z.string().optional() }),
  )
  if (given.password !== undefined || given.files.length > 1) {
    throw new UsageError(
      'a password is never taken from the arguments, which other users and the history of the shell keep; type it when it is asked for, or set ADMIN_PASSWORD',
    )
  }
  return parseArguments(args, options, schema)
}
