import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../src/cli/generated-files.ts'

test.each([...generatedFiles()])('%s is fresh; otherwise run: npm run generate', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text)
})
