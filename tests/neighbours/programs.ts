import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

const INSTALL_TIMEOUT_MS = 240_000

/** The path of a program of this machine; null where it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const found = folders.find((folder) => folder !== '' && existsSync(join(folder, name)))
  return found === undefined ? null : join(found, name)
}

/** Installs packages of the npm registry into a folder, outside of the lockfile; returns whether it could. */
export async function installPackages(folder: string, packages: readonly string[]): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const child = spawn('npm', ['install', '--prefix', folder, ...options, '--fetch-retries=0', ...packages], {
    cwd: folder,
    stdio: 'ignore',
    timeout: INSTALL_TIMEOUT_MS,
  })
  const [code] = (await once(child, 'close').catch(() => [1])) as [number | null]
  return code === 0
}

/** A free port of 127.0.0.1. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}
