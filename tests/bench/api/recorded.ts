import { writeFileSync } from 'node:fs'
import type { Call } from './load.ts'

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

/** Records the response to each call in a file, for the bare server to send. Returns the bytes of all bodies. */
export async function recordResponses(origin: string, calls: readonly Call[], file: string): Promise<number> {
  const responses = []
  let bytes = 0
  for (const { method, path, headers, body } of calls) {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const content = Buffer.from(await response.arrayBuffer())
    bytes += content.length
    responses.push({
      key: `${method} ${path}`,
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => !HOP_BY_HOP.has(name))),
      body: content.toString('base64'),
    })
  }
  writeFileSync(file, JSON.stringify(responses))
  return bytes
}
