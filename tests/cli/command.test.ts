import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each(['admin', 'data', 'reports'])('%s ends without an error when its reader does', (program) => {
  const command = `"${process.execPath}" --import tsx src/cli/${program}.ts --help | true`
  const { stderr, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  expect([stderr, status]).toEqual(['', 0])
})
