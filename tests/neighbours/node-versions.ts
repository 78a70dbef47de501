import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** A version of Node that the README promises, with the newest npm that its users have. */
export interface NodeLine {
  /** A version, or the number of a line, whose newest version it is. */
  readonly version: string
  readonly npm: string
}

/** The oldest version that the portal runs on, and the newest of each line with long-term support since. */
export const NODE_LINES: readonly NodeLine[] = [
  { version: '20.19.0', npm: '10' },
  { version: '20', npm: '10' },
  { version: '22', npm: '10' },
  { version: '24', npm: '11' },
  { version: '26', npm: '12' },
]

const PATIENCE_MS = 180_000

/** The program of a version that `installPackages` has installed. */
export const nodeProgram = (folder: string, { version }: NodeLine): string =>
  join(folder, 'node_modules', `node-${version}`, 'bin', 'node')

/** The command of npm that `installPackages` has installed, for Node to run. */
export const npmProgram = (folder: string, { npm }: NodeLine): string =>
  join(folder, 'node_modules', `npm-${npm}`, 'bin', 'npm-cli.js')

/**
 * Installs versions of Node into a folder, and their npm if `withNpm`, from the packages of the npm registry that contain
 * Node's own binaries. Returns whether it could: the registry may be out of reach, or have no binary for this system.
 */
export async function installNodes(
  folder: string,
  lines: readonly NodeLine[],
  { withNpm = false }: { readonly withNpm?: boolean } = {},
): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  const binaries = `node-${process.platform}-${process.arch}`
  const packages = lines.flatMap(({ version, npm }) => [
    `node-${version}@npm:${binaries}@${version}`,
    ...(withNpm ? [`npm-${npm}@npm:npm@${npm}`] : []),
  ])
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const child = spawn(
    'npm',
    ['install', '--prefix', folder, ...options, '--fetch-retries=0', ...new Set(packages)],
    { cwd: folder, stdio: 'ignore', timeout: PATIENCE_MS },
  )
  const [code] = (await once(child, 'close').catch(() => [1])) as [number | null]
  return code === 0
}
