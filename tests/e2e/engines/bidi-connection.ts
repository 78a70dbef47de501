import { EventEmitter, once } from 'node:events'
import { WebSocket } from 'undici'
import { z } from 'zod'

const Failure = z.object({ error: z.string(), message: z.string() })
const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), id: z.int(), result: z.unknown() }),
  Failure.extend({ type: z.literal('error'), id: z.int().nullable() }),
])
const Message = z.union([
  Answer,
  z.object({ type: z.literal('event'), method: z.string(), params: z.unknown() }),
])

/** Connects to a browser by WebDriver BiDi: `send` fails with the error of the browser, events have the names of their methods. */
export async function connectBidi(address: string) {
  const socket = new WebSocket(address)
  const closed = new AbortController()
  socket.addEventListener('close', () => closed.abort(new Error('the browser closed the connection')))
  await once(socket, 'open', closed)
  const messages = new EventEmitter()
  socket.addEventListener('message', ({ data }) => {
    const message = Message.parse(JSON.parse(String(data)))
    if (message.type === 'event') messages.emit(message.method, message.params)
    else messages.emit(`${message.id}`, message)
  })
  let last = 0
  const send = async (method: string, params: object): Promise<unknown> => {
    const id = (last += 1)
    const answered = once(messages, `${id}`, closed)
    socket.send(JSON.stringify({ id, method, params }))
    const answer = Answer.parse((await answered)[0])
    if (answer.type === 'success') return answer.result
    throw new Error(`${answer.error}: ${answer.message}`)
  }
  return { send, messages, close: () => socket.close() }
}
