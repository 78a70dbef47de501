import { hash } from 'node:crypto'

/** A statement is prepared from this execution on. */
const FREQUENT = 5
/** The most prepared statements of a connection; each uses memory of the server. */
const MAX_PREPARED = 200
/** Longer statements are not prepared: long lists of values. */
const MAX_LENGTH = 4_000
/** The most statements that are counted. */
const MAX_COUNTED = 1_000

const PREPARABLE = /^\s*(?:select|insert|update|delete|with)\b/i

export type StatementNames = ReturnType<typeof createStatementNames>

/**
 * Names the statements that are executed frequently: a connection parses and plans a named statement once. Statements
 * with lists of varying length are rarely frequent. A name is a hash of its text, so that one name is one statement in
 * every process, whichever connection of a pooler has prepared it.
 */
export function createStatementNames() {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  let isEnabled = true
  return {
    /** Returns the name under which a statement is prepared; undefined if it is not frequent. */
    get: (text: string): string | undefined => {
      if (!isEnabled) return undefined
      const name = names.get(text)
      if (name !== undefined || names.size === MAX_PREPARED) return name
      if (text.length > MAX_LENGTH || !PREPARABLE.test(text)) return undefined
      const count = (counts.get(text) ?? 0) + 1
      if (counts.size === MAX_COUNTED) counts.clear()
      counts.set(text, count)
      if (count < FREQUENT) return undefined
      counts.delete(text)
      const added = `portal_${hash('sha256', text).slice(0, 32)}`
      names.set(text, added)
      return added
    },
    /** From now on no statement has a name. */
    disable: (): void => {
      isEnabled = false
    },
  }
}
