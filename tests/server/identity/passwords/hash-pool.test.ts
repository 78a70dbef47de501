import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHashPool, type HashPool } from '../../../../src/server/identity/passwords/hash-pool.ts'
import { createFolder } from '../../../support/folder.ts'

const WORKER = 'src/server/identity/passwords/hash-pool.ts'
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

let pool: HashPool
afterEach(() => pool.close())

describe('hashing in worker threads', () => {
  beforeEach(() => {
    pool = createHashPool(WORKER)
  })

  test('hashes as Argon2id at the given cost, and verifies', async () => {
    const [one, other] = await Promise.all([pool.hash('same words', CHEAP), pool.hash('same words', CHEAP)])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect(one).not.toBe(other)
    expect(await pool.verify(one, 'same words')).toBe(true)
    expect(await pool.verify(one, 'same word')).toBe(false)
  })

  test('fails for a stored text that is no hash, and works on', async () => {
    await expect(pool.verify('no hash', 'a password')).rejects.toThrow('Decoding failed')
    expect(await pool.verify(await pool.hash('a password', CHEAP), 'a password')).toBe(true)
  })
})

describe('a worker that ends', () => {
  const folder = createFolder()

  test('fails only its own task, and the next one gets a new worker', async () => {
    const file = join(folder, 'worker.mjs')
    const script = `
      export default ({ password }) => (password === 'end' ? process.exit(3) : 'hash of ' + password)`
    writeFileSync(file, script)
    pool = createHashPool(file)
    expect(await pool.hash('one', CHEAP)).toBe('hash of one')
    await expect(pool.hash('end', CHEAP)).rejects.toThrow('exited with code: 3')
    expect(await pool.hash('two', CHEAP)).toBe('hash of two')
  })

  test('fails each task while its script is missing', async () => {
    pool = createHashPool(join(folder, 'missing.js'))
    await expect(pool.hash('one', CHEAP)).rejects.toThrow('missing.js')
    await expect(pool.hash('two', CHEAP)).rejects.toThrow('missing.js')
  })
})
