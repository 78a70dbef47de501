import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A filesystem of its own that a test may fill. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves about so many bytes free; 0 leaves none. */
  readonly fill: (free: number) => void
  /** Takes away what filled it. */
  readonly empty: () => void
  readonly remove: () => void
}

/** Mounts a filesystem in memory; null where this user may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'portal-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  const empty = () => rmSync(ballast, { force: true })
  return {
    folder,
    empty,
    fill: (free) => {
      empty()
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free)))
    },
    remove: () => {
      // Lazily: the driver closes its files only when it forgets their statements.
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
