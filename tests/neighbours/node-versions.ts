import { join } from 'node:path'
import { installPackages } from './programs.ts'

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

/** The program of a version that `installNodes` has installed. */
export const nodeProgram = (folder: string, { version }: NodeLine): string =>
  join(folder, 'node_modules', `node-${version}`, 'bin', 'node')

/**
 * Installs versions of Node into a folder from the packages of the npm registry that contain Node's own binaries.
 * Returns whether it could: the registry may be out of reach, or have no binary for this system.
 */
export function installNodes(folder: string, lines: readonly NodeLine[]): Promise<boolean> {
  const binaries = `node-${process.platform}-${process.arch}`
  const packages = lines.map(({ version }) => `node-${version}@npm:${binaries}@${version}`)
  return installPackages(folder, packages)
}
