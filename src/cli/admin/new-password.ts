import { passwordFault } from '../../server/security/password-rules.ts'
import { UsageError } from '../command.ts'
import type { AdminSurroundings } from './surroundings.ts'

/** A password that was chosen, or why it cannot be used. */
export type Chosen = { readonly password: string } | { readonly fault: string }

/**
 * The new password of a user: `ADMIN_PASSWORD` where that is set, else typed twice (R65). Throws UsageError where
 * it can come from neither.
 */
export async function choosePassword(userId: string, surroundings: AdminSurroundings): Promise<Chosen> {
  const chosen = await givenPassword(userId, surroundings)
  if ('fault' in chosen) return chosen
  const fault = passwordFault(chosen.password, userId)
  return fault === null ? chosen : { fault }
}

async function givenPassword(userId: string, { environment, askHidden }: AdminSurroundings): Promise<Chosen> {
  const password = environment['ADMIN_PASSWORD']
  if (password !== undefined && password !== '') return { password }
  const typed = await askHidden(`Password for ${userId}:`)
  if (typed === null) {
    throw new UsageError('there is no password: run this in a terminal to type it, or set ADMIN_PASSWORD')
  }
  const again = await askHidden('The same again:')
  return typed === again ? { password: typed } : { fault: 'The two passwords are not the same.' }
}
