// Loaded into a measured server: reports its memory and the delay of its event loop since the last report.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', () => {
  globalThis.gc?.()
  const { rss } = process.memoryUsage()
  process.send?.({ rss, delayP99: delay.percentile(99) / 1e6, delayMax: delay.max / 1e6 })
  delay.reset()
})
process.channel?.unref()
