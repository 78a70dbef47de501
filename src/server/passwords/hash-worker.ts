import { hashSync, verifySync } from '@node-rs/argon2'
import { lowerThreadPriority } from '../worker-threads.ts'
import type { HashTask } from './passwords.ts'

lowerThreadPriority()

/** Returns the hash, or whether the password has the stored one; occupies the thread meanwhile. */
export default function run(task: HashTask): string | boolean {
  const { password } = task
  return 'cost' in task ? hashSync(password, task.cost) : verifySync(task.stored, password)
}
