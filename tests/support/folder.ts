import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'

/** Makes a folder that is removed after the tests of the file or `describe`, or when `after` says so. */
export function createFolder(after: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Makes such a folder, which is empty before each test. */
export function createEmptyFolder(): string {
  const folder = createFolder()
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
  })
  return folder
}
