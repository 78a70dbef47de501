import type { SqliteDatabase } from './sqlite-connection.ts'

/** Counts the commits to a SQLite file, of any process, except those that were marked as untracked. */
export class SqliteVersion {
  readonly #readerVersion: () => number
  readonly #writerVersion: () => number
  #seen: number | undefined
  #version = 0

  /** The arguments read the data version of the reading and of the writing connection. */
  constructor(readerVersion: () => number, writerVersion: () => number) {
    this.#readerVersion = readerVersion
    this.#writerVersion = writerVersion
  }

  /** A number that changes with every tracked commit. */
  current(): number {
    this.#follow(this.#readerVersion())
    return this.#version
  }

  /**
   * Commits the writer's open transaction without a new version. It runs synchronously while the writer has the lock of
   * the file: up to the commit no other connection can commit. If the reader sees a commit of another process right
   * after it, the writer sees it too, and the writer's number changes only for commits of other connections. If it
   * changed, the reader's new number counts as a new version.
   */
  commitUntracked(commit: () => void): void {
    this.current()
    const commitsOfOthers = this.#writerVersion()
    commit()
    const seen = this.#readerVersion()
    if (this.#writerVersion() === commitsOfOthers) this.#seen = seen
  }

  #follow(seen: number): void {
    if (seen === this.#seen) return
    this.#seen = seen
    this.#version += 1
  }
}

/** SQLite's own number, which changes with every commit of another connection of any process. */
export function createVersionReader(connection: SqliteDatabase): () => number {
  const statement = connection.prepare('PRAGMA data_version')
  return () => {
    const row: unknown = statement.get()
    const [value]: readonly unknown[] = typeof row === 'object' && row !== null ? Object.values(row) : []
    if (typeof value !== 'number') throw new TypeError('the database returned no data_version')
    return value
  }
}
