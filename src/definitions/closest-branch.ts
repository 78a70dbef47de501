import type { core } from 'zod'
import { valueAt } from './value-words.ts'

type Issues = readonly core.$ZodIssue[]

/** No branch may be told from the value: it is of another type altogether. */
const FOREIGN = 1000
const KEY = 10
const MOST_INSIDE = 9

/**
 * Which branch of a union the author meant: the one whose keys fit best. What is wrong inside a key counts little,
 * so that many faults in the right branch do not make another one look closer. Null where the value fits none by type.
 */
export function closestBranch(branches: readonly Issues[], value: unknown): Issues | null {
  let closest: Issues | null = null
  let least = FOREIGN
  for (const branch of branches) {
    const distance = distanceOf(branch, value)
    if (distance < least) [closest, least] = [branch, distance]
  }
  return closest
}

function distanceOf(issues: Issues, value: unknown): number {
  let [keys, inner] = [0, 0]
  for (const issue of issues) {
    const [key, ...deeper] = issue.path
    if (key === undefined && issue.code === 'unrecognized_keys') keys += issue.keys.length * KEY
    else if (key === undefined && isForeign(issue)) return FOREIGN
    else if (key !== undefined && valueAt(value, [key]) === undefined) keys += KEY
    else inner += deeper.length === 0 ? 1 : 0.01
  }
  return Math.min(keys + Math.min(inner, MOST_INSIDE), FOREIGN - 1)
}

const isForeign = ({ code }: core.$ZodIssue) =>
  code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union'
