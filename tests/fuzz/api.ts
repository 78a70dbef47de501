import { fuzzApi } from './fuzz-api.ts'

const [count = '100000', seed = String(Math.floor(Math.random() * 2 ** 31)), atOnce = '1'] =
  process.argv.slice(2)
if (![count, seed, atOnce].every((text) => /^\d{1,10}$/.test(text))) {
  console.error('usage: npm run fuzz:api -- [requests] [seed] [at once]')
  process.exit(2)
}
console.log(`${count} hostile requests, ${atOnce} at once, seed ${seed}`)
const started = Date.now()
const memory = process.memoryUsage().rss
const { requests, statuses } = await fuzzApi(Number(count), Number(seed), Number(atOnce))
const seconds = (Date.now() - started) / 1000
for (const [status, times] of [...statuses].toSorted(([one], [other]) => one - other)) {
  console.log(`${status}: ${times}`)
}
const growth = Math.round((process.memoryUsage().rss - memory) / 2 ** 20)
console.log(
  `${requests} requests in ${seconds.toFixed(0)} s, none answered wrongly; ${growth} MiB more memory`,
)
