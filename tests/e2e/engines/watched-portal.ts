import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distFolder } from '../server.ts'

const SCRIPT = 'problems.js'

/** Stores what goes wrong in the session storage, where it outlives the page. Runs in the page, before its code. */
const storeProblems = (): void => {
  const store = (text: string) => {
    const stored: string[] = JSON.parse(sessionStorage.getItem('problems') ?? '[]')
    sessionStorage.setItem('problems', JSON.stringify([...stored, text]))
  }
  const { error } = console
  console.error = (...parts: unknown[]) => {
    store(`console: ${parts.map(String).join(' ')}`)
    error(...parts)
  }
  addEventListener('error', ({ message }) => store(`uncaught: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => store(`uncaught: ${String(reason)}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    store(`policy: ${violatedDirective} ${blockedURI}`),
  )
}

/** The problems that the pages of the session have stored, which are removed. Runs in the page. */
export const takeStoredProblems = (): readonly string[] => {
  const stored: string[] = JSON.parse(sessionStorage.getItem('problems') ?? '[]')
  sessionStorage.removeItem('problems')
  return stored
}

/** A copy of the built portal that stores its problems, for engines that report none. */
export async function copyWatchedPortal(): Promise<{
  readonly folder: string
  readonly remove: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-watched-'))
  await cp(join(distFolder, 'portal'), folder, { recursive: true })
  const page = join(folder, 'index.html')
  const html = await readFile(page, 'utf8')
  await writeFile(page, html.replace('<head>', `<head><script src="/${SCRIPT}"></script>`))
  await writeFile(join(folder, SCRIPT), `(${String(storeProblems)})()`)
  for (const end of ['br', 'gz']) await rm(`${page}.${end}`, { force: true })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
