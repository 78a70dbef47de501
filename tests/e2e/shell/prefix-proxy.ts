import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StrippingProxy {
  readonly url: string
  /** The paths that were asked for outside of the prefix. */
  readonly strays: () => readonly string[]
  readonly close: () => Promise<void>
}

/** Shows a server below a path, as a proxy with other things beside it does; any other path is a 404. */
export async function startStrippingProxy(target: string, prefix: string): Promise<StrippingProxy> {
  const strays: string[] = []
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    if (!url.startsWith(prefix)) {
      strays.push(url)
      outgoing.writeHead(404).end()
      return
    }
    const passed = request(new URL(url.slice(prefix.length - 1), target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    strays: () => strays,
    close: async () => {
      const closed = once(proxy, 'close')
      proxy.close()
      proxy.closeAllConnections()
      await closed
    },
  }
}
