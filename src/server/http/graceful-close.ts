import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How often connections that have become idle are looked for, in milliseconds. */
const LOOK_EVERY_MS = 50

/**
 * Makes the end of an app a clean one (S75): requests that run are answered, and their connections closed after that;
 * connections that ask nothing are closed at once; what is not over after `drainMs` is cut.
 */
export function registerGracefulClose(app: FastifyInstance, drainMs: number): void {
  const { server } = app
  const sockets = new Set<Socket>()
  let closing = false

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    if (!server.listening) return
    // Browsers open connections ahead of need; the server counts them as busy until their first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const look = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS)
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    server.once('close', () => {
      clearInterval(look)
      clearTimeout(cut)
    })
  })
}
