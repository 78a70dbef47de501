import { WebSocket } from 'undici'
import { z } from 'zod'

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), id: z.int(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.int().nullable(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.unknown() }),
])

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** A connection to a browser by WebDriver BiDi: commands with their results, and events. */
export class BidiConnection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Map<string, (parameters: unknown) => void>()
  #last = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    socket.addEventListener('close', () => this.#fail('the browser closed the connection'))
  }

  static async open(address: string): Promise<BidiConnection> {
    const socket = new WebSocket(address)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve(), { once: true })
      socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)), { once: true })
    })
    return new BidiConnection(socket)
  }

  /** Sends a command and waits for its result; fails with the error of the browser. */
  send(method: string, params: object): Promise<unknown> {
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }

  /** Calls a listener with the parameters of every event of a method. */
  listen(method: string, listener: (parameters: unknown) => void): void {
    this.#listeners.set(method, listener)
  }

  close(): void {
    this.#socket.close()
  }

  #receive(text: string): void {
    const message = Message.parse(JSON.parse(text))
    if (message.type === 'event') {
      this.#listeners.get(message.method)?.(message.params)
      return
    }
    if (message.id === null) return
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.type === 'success') waiting?.resolve(message.result)
    else waiting?.reject(new Error(`${message.error}: ${message.message}`))
  }

  #fail(text: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(text))
    this.#waiting.clear()
  }
}
