import { writeFileSync } from 'node:fs'
import type { Call } from './load.ts'

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

/** Writes what a server answers to each call, for a server that says the same without doing anything for it. */
export async function recordAnswers(origin: string, calls: readonly Call[], file: string): Promise<number> {
  const answers = []
  let bytes = 0
  for (const { method, path, headers, body } of calls) {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const content = Buffer.from(await answer.arrayBuffer())
    bytes += content.length
    answers.push({
      key: `${method} ${path}`,
      status: answer.status,
      headers: Object.fromEntries([...answer.headers].filter(([name]) => !HOP_BY_HOP.has(name))),
      body: content.toString('base64'),
    })
  }
  writeFileSync(file, JSON.stringify(answers))
  return bytes
}
