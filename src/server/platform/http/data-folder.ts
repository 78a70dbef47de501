import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './responses.ts'
import type { ReadinessCheck } from './logging.ts'
import { isWrite } from './requests.ts'

export type DiskSpace = ReturnType<typeof monitorDiskSpace>

const READ_EVERY_MS = 1_000
const RETRY_AFTER_SECONDS = 30

/** Monitors the filesystem of a folder: less than `minFreeBytes` free is low. Reads the free space at most once a second. */
export function monitorDiskSpace(folder: string, minFreeBytes: number) {
  let readAt = Number.NEGATIVE_INFINITY
  let isLow = Promise.resolve(false)
  return {
    isLow: () => {
      if (performance.now() - readAt >= READ_EVERY_MS) {
        readAt = performance.now()
        // If the free space is unknown, the database reports a full disk itself.
        isLow = statfs(folder).then(
          ({ bavail, bsize }) => bavail * bsize < minFreeBytes,
          () => false,
        )
      }
      return isLow
    },
  }
}

/** Reports a lack of disk space to `/readyz`: reads work, writes do not. */
export const createDiskSpaceCheck = (diskSpace: DiskSpace): ReadinessCheck => ({
  name: 'disk',
  severity: 'degraded',
  check: async () => {
    if (await diskSpace.isLow()) throw new Error('writes are refused, because disk space is low')
  },
})

/**
 * Rejects writes with 503 while free disk space is below the limit, before the database fails. Reads continue.
 * Logs each change of this state.
 */
export function rejectWritesWhenDiskLow(app: FastifyInstance, diskSpace: DiskSpace): void {
  let wasLow = false
  app.addHook('onRequest', async (request) => {
    const { requiresDiskSpace = isWrite(request.method) } = request.routeOptions.config
    if (!requiresDiskSpace || request.is404) return
    const isLow = await diskSpace.isLow()
    if (isLow !== wasLow)
      request.log.warn(isLow ? 'the disk is almost full' : 'the disk is no longer almost full')
    wasLow = isLow
    if (isLow) {
      throw new ApiError(
        503,
        'The server has no disk space left to store anything. Please try again later.',
        RETRY_AFTER_SECONDS,
      )
    }
  })
}
