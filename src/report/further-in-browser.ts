import type { Further } from './further.ts'

const parts: Partial<Further> = {}

/** Adds a part. The code of each report does this for the parts that it uses, before its plans can be read. */
export function addFurther(added: Partial<Further>): void {
  Object.assign(parts, added)
}

/** A part that only some reports use. Throws if no loaded report uses it. */
export function getFurther<P extends keyof Further>(part: P): Further[P] {
  const found = parts[part]
  if (found === undefined) throw new Error(`The part '${part}' of reports is not loaded.`)
  return found
}
