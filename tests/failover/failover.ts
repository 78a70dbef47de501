import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { faults } from './faults.ts'
import { listMissingPrograms, startPatroniCluster } from './patroni-cluster.ts'
import { type Round, runFailovers } from './rounds.ts'

/*
 * Two portals write while Patroni's primary is killed, frozen and cut off in turn, and comes back:
 * npm run failover -- [--rounds 20] [--seed 1] [--through haproxy|hosts] [--fault "node frozen"] [--ttl 20] [--loop-wait 5] [--retry-timeout 5]
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    through: { type: 'string' },
    fault: { type: 'string' },
    ttl: { type: 'string' },
    'loop-wait': { type: 'string' },
    'retry-timeout': { type: 'string' },
  },
})
const seconds = (minimum: number, standard: number) => z.coerce.number().int().min(minimum).default(standard)
const options = z
  .object({
    // Each round writes monthly records of a year of its own, of a hundred.
    rounds: z.coerce.number().int().min(1).max(100).default(20),
    seed: z.coerce.number().int().min(0).default(1),
    through: z.enum(['haproxy', 'hosts']).default('haproxy'),
    fault: z.enum(Object.keys(faults)).optional(),
    ttl: seconds(20, 20),
    'loop-wait': seconds(1, 5),
    'retry-timeout': seconds(3, 5),
  })
  .parse(values)

const missing = listMissingPrograms()
if (missing.length > 0) throw new Error(`missing on this machine: ${missing.join(', ')}`)

const format = (value: number) => value.toFixed(1)
const rounds: Round[] = []
const { ttl, 'loop-wait': loopWait, 'retry-timeout': retryTimeout } = options
const cluster = await startPatroniCluster({ ttl, loopWait, retryTimeout })
try {
  await runFailovers({
    cluster,
    url: options.through === 'haproxy' ? cluster.proxyUrl : cluster.hostsUrl,
    rounds: options.rounds,
    seed: options.seed,
    kinds: options.fault === undefined ? Object.keys(faults) : [options.fault],
    afterRound: (round) => {
      rounds.push(round)
      print(round)
    },
  })
} catch (error) {
  await cluster.stop()
  console.log(`the logs are kept in ${cluster.folder}`)
  throw error
}
const isGood = summarise()
await (isGood ? cluster.remove() : cluster.stop())
if (!isGood) console.log(`the logs are kept in ${cluster.folder}`)
process.exitCode = isGood ? 0 : 1

function print({ number, fault, firstWrite, bothWrite, complete, acknowledged, ...found }: Round): void {
  console.log(
    [
      `round ${number}, ${fault}: first write after ${format(firstWrite)} s`,
      `both portals ${format(bothWrite)} s`,
      `cluster complete ${format(complete)} s`,
      `${acknowledged} writes acknowledged`,
      `${found.lost.length} lost`,
      `${found.doubled.length} doubled`,
      `${found.wrong.length} wrong responses`,
    ].join(', '),
  )
  for (const line of [...found.lost, ...found.doubled, ...found.wrong]) console.log(`  ${line}`)
}

function summarise(): boolean {
  const describe = (numbers: readonly number[]) => {
    const sorted = numbers.toSorted((one, other) => one - other)
    const at = (share: number) => format(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
    return `${at(0)} | ${at(0.5)} | ${at(1)}`
  }
  console.log(
    `\n${rounds.length} rounds through ${options.through}, seed ${options.seed}, ttl ${ttl} s, loop_wait ${loopWait} s, ` +
      `retry_timeout ${retryTimeout} s, Node ${process.version}, ${availableParallelism()} cores\n\n` +
      `| fault | rounds | first write s: min | median | max | both portals s: min | median | max |\n|---|---|---|---|---|---|---|---|`,
  )
  for (const fault of new Set(rounds.map((round) => round.fault))) {
    const same = rounds.filter((round) => round.fault === fault)
    const first = describe(same.map(({ firstWrite }) => firstWrite))
    const both = describe(same.map(({ bothWrite }) => bothWrite))
    console.log(`| ${fault} | ${same.length} | ${first} | ${both} |`)
  }
  const sum = (count: (round: Round) => number) => rounds.reduce((total, round) => total + count(round), 0)
  const acknowledged = sum((round) => round.acknowledged)
  const [lost, doubled, wrong] = [
    sum((round) => round.lost.length),
    sum((round) => round.doubled.length),
    sum((round) => round.wrong.length),
  ]
  const isEndless = rounds.some(({ bothWrite }) => !Number.isFinite(bothWrite))
  console.log(
    `\n${acknowledged} writes acknowledged, ${lost} lost, ${doubled} doubled, ${wrong} wrong responses`,
  )
  return lost + doubled + wrong === 0 && !isEndless
}
