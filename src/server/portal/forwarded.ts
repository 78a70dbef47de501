import type { FastifyInstance } from 'fastify'
import { Forbidden } from '../api-error.ts'

const FORWARDING = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/** Refuses whatever came through a proxy: accounts with a known password are for this machine alone (R69). */
export function refuseForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (Object.keys(request.headers).some((name) => FORWARDING.test(name))) {
      throw new Forbidden('A server with demo accounts takes no requests through a proxy.')
    }
  })
}
