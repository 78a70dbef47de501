import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, onTestFinished, TestRunner } from 'vitest'

/** Does something after the test that runs, or outside of one after all tests of the file or `describe`; not in `beforeAll`. */
export function afterUse(work: () => void | Promise<void>): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(work)
  else onTestFinished(work)
}

/** Makes a folder that is removed after the test, or outside of one after all tests. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  afterUse(() => rmSync(folder, { recursive: true, force: true }))
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
