import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** A version of Node that the README promises, or a line of versions, whose newest it is. */
export interface NodeLine {
  readonly version: string
}

/** The oldest version that the portal runs on, and the newest of each line with long-term support since. */
export const NODE_LINES: readonly NodeLine[] = [
  { version: '20.19.0' },
  { version: '20' },
  { version: '22' },
  { version: '24' },
  { version: '26' },
]

const PATIENCE_MS = 180_000

/** The program of a version that `installNodes` has installed. */
export const nodeProgram = (folder: string, { version }: NodeLine): string =>
  join(folder, 'node_modules', `node-${version}`, 'bin', 'node')

/**
 * Installs versions of Node into a folder from the packages of the npm registry that contain Node's own binaries.
 * Returns whether it could: the registry may be out of reach, or have no binary for this system.
 */
export async function installNodes(folder: string, lines: readonly NodeLine[]): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  const binaries = `node-${process.platform}-${process.arch}`
  const packages = lines.map(({ version }) => `node-${version}@npm:${binaries}@${version}`)
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const child = spawn(
    'npm',
    ['install', '--prefix', folder, ...options, '--fetch-retries=0', ...new Set(packages)],
    { cwd: folder, stdio: 'ignore', timeout: PATIENCE_MS },
  )
  const [code] = (await once(child, 'close').catch(() => [1])) as [number | null]
  return code === 0
}
