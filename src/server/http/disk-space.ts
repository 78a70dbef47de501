import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'
import { isWrite } from '../permissions/permission.ts'
import type { ReadinessCheck } from './readiness.ts'

/** Whether the filesystem that the records lie on has room for more. */
export interface DiskSpace {
  readonly isLow: () => Promise<boolean>
}

const ASK_EVERY_MS = 1_000
const TRY_AGAIN_SECONDS = 30

/** Watches the filesystem of a folder: less than `minFreeBytes` free is short. It is asked at most once a second. */
export function monitorDiskSpace(folder: string, minFreeBytes: number, ask = freeBytes): DiskSpace {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(false)
  return {
    isLow: () => {
      if (performance.now() - askedAt >= ASK_EVERY_MS) {
        askedAt = performance.now()
        // Where the filesystem cannot tell, the database itself will when it is full.
        answer = ask(folder).then(
          (free) => free < minFreeBytes,
          () => false,
        )
      }
      return answer
    },
  }
}

/** Reports a lack of disk space to `/readyz`: reads work, writes do not. */
export function createDiskSpaceCheck(room: DiskSpace): ReadinessCheck {
  return {
    name: 'disk',
    severity: 'degraded',
    check: async () => {
      if (await room.isLow()) throw new Error('writes are refused, because disk space is low')
    },
  }
}

/**
 * Refuses what would be stored while room is short, before the database fails for want of it; what only reads goes
 * on (S74). The log tells when that changes.
 */
export function rejectWritesWhenDiskLow(app: FastifyInstance, room: DiskSpace): void {
  let wasShort = false
  app.addHook('onRequest', async (request) => {
    const { needsRoom = isWrite(request.method) } = request.routeOptions.config
    if (!needsRoom || request.is404) return
    const isShort = await room.isLow()
    if (isShort !== wasShort)
      request.log.warn(isShort ? 'the disk is almost full' : 'the disk has room again')
    wasShort = isShort
    if (isShort) {
      throw new ApiError(
        503,
        'The server has no room left to store anything. Please try again later.',
        TRY_AGAIN_SECONDS,
      )
    }
  })
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
