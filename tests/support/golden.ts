import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const isWriting = process.env['GOLDENS'] === 'write'

/** The stored text that `text` is compared with. Only `npm run goldens` writes such files. */
export function golden(path: string, text: string): string {
  if (isWriting) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  if (!existsSync(path)) throw new Error(`${path} is missing; write it by: npm run goldens`)
  return readFileSync(path, 'utf8')
}
