import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A forwarded port of a node that can be cut off, as a network is: nothing is refused, nothing arrives. */
export interface TcpGate {
  readonly port: number
  readonly cut: () => void
  /** What was sent meanwhile arrives now, unless its sender has given up. */
  readonly heal: () => void
  readonly close: () => void
}

/** Forwards a free port of 127.0.0.1 to another one. */
export async function openTcpGate(target: number): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  let isCut = false

  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause()
    })
    to.on('drain', () => {
      if (!isCut) from.resume()
    })
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    sockets.add(from)
    if (isCut) from.pause()
  }
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    const join = () => {
      waiting.delete(join)
      const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
      client.setNoDelay(true)
      forward(client, upstream)
      forward(upstream, client)
      if (!isCut) client.resume()
    }
    if (isCut) waiting.add(join)
    else join()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return {
    port: address.port,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    heal: () => {
      isCut = false
      for (const socket of sockets) socket.resume()
      for (const join of waiting) join()
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
