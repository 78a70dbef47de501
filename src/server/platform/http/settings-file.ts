import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseBranding } from '../../../../schemas/branding.ts'
import { DEFAULT_APP_NAME } from '../../../../schemas/settings.ts'

/**
 * Returns what `parse` finds in the portal's settings file. The file may be edited while the server runs, so it is read
 * again when it has changed. A file that is missing is empty.
 */
export function watchSettings<T>(file: string, parse: (text: string) => T): () => T {
  let last: { readonly changedAt: number; readonly found: T } | null = null
  return () => {
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (last === null || last.changedAt !== changedAt) {
      last = { changedAt, found: parse(changedAt === 0 ? '' : readFileSync(file, 'utf8')) }
    }
    return last.found
  }
}

/** Returns the origin of the API, or undefined if it is this server. */
export function parseApiOrigin(text: string): string | undefined {
  const base = /^[ \t]*api\.base\.url[ \t]*[=:][ \t]*(\S+)/m.exec(text)?.[1] ?? ''
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) return undefined
  return new URL(base).origin
}

/** Returns the name of the portal as its pages show it. */
export const parseAppName = (text: string): string => findAppSettings(text)['app.name'] || DEFAULT_APP_NAME

/** Returns the values of the keys `app.…`; the last line with a key counts. */
function findAppSettings(text: string): Readonly<Record<string, string>> {
  const lines = text.matchAll(/^[ \t\uFEFF]*(app\.[a-z.]+)[ \t]*[=:][ \t]*(.*)$/gm)
  return Object.fromEntries([...lines].map(([, key = '', value = '']) => [key, value.trim()]))
}

const MAX_LOGO_BYTES = 256 * 1024
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Checks what the settings file says about the look of the portal. Throws an error that names the file, the key and
 * what to correct. A file that is missing is empty.
 */
export function checkBranding(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return
  try {
    const { logo } = parseBranding(findAppSettings(readFileSync(file, 'utf8')))
    if (logo !== null) checkLogo(join(dirname(file), logo), logo)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function checkLogo(path: string, name: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() !== true) throw new Error(`app.logo: there is no file ${name} beside the settings file`)
  if (stats.size > MAX_LOGO_BYTES) {
    throw new Error(`app.logo: ${name} has ${stats.size} bytes, and at most ${MAX_LOGO_BYTES} are allowed`)
  }
  const bytes = readFileSync(path)
  const isPng = /\.png$/i.test(name)
  const isValid = isPng ? bytes.subarray(0, PNG.length).equals(PNG) : /<svg[\s>]/.test(bytes.toString('utf8'))
  if (!isValid) throw new Error(`app.logo: ${name} is not an image in the format of its name`)
}
