import { performance } from 'node:perf_hooks'
import { createHashPool } from '../../src/server/passwords/hash-pool.ts'
import { createPasswords } from '../../src/server/passwords/passwords.ts'
import { createTestApp } from '../support/test-app.ts'

/*
 * Whether the time of a refused login tells if the account exists (S5): interleaved logins at the real cost of a hash,
 * compared by the Mann-Whitney test. Run it on a quiet machine: `npx tsx tests/fuzz/login-times.ts [samples]`.
 */

const samples = Number(process.argv[2] ?? 300)
const hashPool = createHashPool('src/server/passwords/hash-worker.ts')
const testApp = await createTestApp({ passwords: await createPasswords(undefined, undefined, hashPool) })
await testApp.engine.database
  .updateTable('users')
  .set({ status: 'Inactive' })
  .where('user_id', '=', 'analyst')
  .execute()

const kinds = {
  'a wrong password': ['administrator', 'wrong password'],
  'an unknown user': ['nobody', 'demo-Portal-2025'],
  'an inactive user': ['analyst', 'demo-Portal-2025'],
} as const
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]
const times = new Map<Kind, number[]>(names.map((kind) => [kind, []]))

async function timed(kind: Kind, sample: number): Promise<number> {
  const [username, password] = kinds[kind]
  const started = performance.now()
  const { status } = await testApp.send({
    method: 'POST',
    url: '/auth/login',
    remoteAddress: `10.0.${sample >> 8}.${sample & 255}`,
    payload: { username, password },
  })
  if (status !== 401) throw new Error(`${kind} got ${status}`)
  return performance.now() - started
}

for (let sample = -10; sample < samples; sample += 1) {
  if (sample % 40 === 0) testApp.pass(16 * 60_000)
  // Each kind is first, second and third equally often.
  for (let turn = 0; turn < names.length; turn += 1) {
    const kind = names[(Math.abs(sample) + turn) % names.length] ?? 'an unknown user'
    const milliseconds = await timed(kind, Math.abs(sample))
    if (sample >= 0) times.get(kind)?.push(milliseconds)
  }
}
await testApp.close()
await hashPool.close()

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** The two-sided p of the Mann-Whitney test by its normal approximation, which holds beyond twenty samples. */
function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const wins = one.reduce((sum, a) => sum + other.filter((b) => a > b).length, 0)
  const mean = (one.length * other.length) / 2
  const deviation = Math.sqrt((one.length * other.length * (one.length + other.length + 1)) / 12)
  const z = Math.abs(wins - mean) / deviation
  // Abramowitz and Stegun 26.2.17
  const t = 1 / (1 + 0.2316419 * z)
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = tail.reduce((total, factor, index) => total + factor * t ** (index + 1), 0)
  return (2 * Math.exp((-z * z) / 2) * sum) / Math.sqrt(2 * Math.PI)
}

const base = times.get('a wrong password') ?? []
for (const [kind, values] of times) {
  const apart = Math.abs(median(values) / median(base) - 1)
  const p = mannWhitney(values, base)
  console.log(
    `${kind}: median ${median(values).toFixed(2)} ms, ${(apart * 100).toFixed(1)} % apart, p ${p.toFixed(3)}`,
  )
  if (apart >= 0.05 && p <= 0.01) process.exitCode = 1
}
