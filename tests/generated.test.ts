import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildGeneratedFiles } from '../src/cli/docs/generated-files.ts'

test.each([...buildGeneratedFiles()])('%s is fresh; otherwise run: npm run generate', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text)
})
