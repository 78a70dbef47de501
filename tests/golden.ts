import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'vitest'

const isWriting = process.env['GOLDENS'] === 'write'

/** Holds a text against a kept file. Only `npm run goldens` writes such files. */
export function expectGolden(path: string, text: string): void {
  if (isWriting) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  expect(existsSync(path), `${path} is missing; write it by: npm run goldens`).toBe(true)
  expect(text, `${path} differs; where the change is meant, run: npm run goldens`).toBe(
    readFileSync(path, 'utf8'),
  )
}
