import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How often idle connections are closed, in milliseconds. */
const CLOSE_EVERY_MS = 50

/**
 * Ends an app cleanly (S75): open requests are answered and their connections closed after that, idle connections are
 * closed at once, and the rest is closed after `drainMs`.
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
    // Browsers open connections in advance; the server counts them as busy until their first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const closeTimer = setInterval(() => server.closeIdleConnections(), CLOSE_EVERY_MS)
    const cutTimer = setTimeout(() => server.closeAllConnections(), drainMs)
    server.once('close', () => {
      clearInterval(closeTimer)
      clearTimeout(cutTimer)
    })
  })
}
