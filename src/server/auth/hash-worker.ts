import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { getErrorReason } from '../database/errors.ts'
import { lowerThreadPriority } from '../worker-threads.ts'
import type { HashCost } from './passwords.ts'

/** A password to hash at a cost, or to compare with a stored hash. */
export type HashTask =
  | { readonly password: string; readonly cost: HashCost }
  | { readonly password: string; readonly stored: string }

/** The hash, or whether the password has the stored one; the message of an error. */
export type HashResult = { readonly value: string | boolean } | { readonly error: string }

lowerThreadPriority()

parentPort?.on('message', (task: HashTask) => {
  parentPort?.postMessage(run(task) satisfies HashResult, [])
})

/** Occupies the thread for the time of one hash. */
function run(task: HashTask): HashResult {
  try {
    const { password } = task
    return { value: 'cost' in task ? hashSync(password, task.cost) : verifySync(task.stored, password) }
  } catch (error) {
    return { error: getErrorReason(error) }
  }
}
