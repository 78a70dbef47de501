import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { findPort, findProgram } from '../../neighbours/programs.ts'
import { launch, waitUntilReady } from '../../support/server-process.ts'
import { type Engine, poll } from './engine.ts'
import { takeStoredProblems } from './watched-portal.ts'

/** The programs that run WebKitGTK without a display. */
export interface WebkitPrograms {
  readonly driver: string
  readonly browser: string
  readonly display: string
}

const LIBRARIES = '/usr/lib'

/** Debian's WebKitGTK with its driver, and Xvfb; null where one of them is not installed. */
export function findWebkit(): WebkitPrograms | null {
  const [driver, display] = [findProgram('WebKitWebDriver'), findProgram('Xvfb')]
  const browser = findMiniBrowser()
  return driver === null || display === null || browser === null ? null : { driver, browser, display }
}

/** WebKit's own small browser is among the libraries, in the folder of the machine's architecture. */
function findMiniBrowser(): string | null {
  if (!existsSync(LIBRARIES)) return null
  const candidates = readdirSync(LIBRARIES).flatMap((architecture) =>
    ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((version) =>
      join(LIBRARIES, architecture, version, 'MiniBrowser'),
    ),
  )
  return candidates.find((path) => existsSync(path)) ?? null
}

const Answer = z.object({ value: z.unknown() })
const Failure = z.object({ error: z.string(), message: z.string() })
const Session = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
})
const Evaluated = z.union([z.object({ value: z.string() }), z.object({ error: z.string() })])
const Size = z.object({ width: z.number(), height: z.number() })

/** Runs the function that precedes it, and answers with its result or error. */
const EVALUATE = (run: string) => `
  const answer = arguments[arguments.length - 1]
  Promise.resolve(arguments[0]).then((text) => (${run})(JSON.parse(text))).then(
    (result) => answer({ value: JSON.stringify(result ?? null) }),
    (error) => answer({ error: String(error) }),
  )`

/** Starts a display without a screen; X picks a free number and prints it. */
async function startDisplay(program: string) {
  const options = ['-displayfd', '1', '-screen', '0', '1600x2400x24', '-nolisten', 'tcp']
  const launched = launch(spawn(program, options, { stdio: ['ignore', 'pipe', 'ignore'] }))
  const { url } = await waitUntilReady(launched, /^(\d+)\n/)
  return { name: `:${url}`, ...launched }
}

/** Starts WebKitGTK's own browser on a display without a screen and opens an empty page. */
export async function startWebkit({ driver, browser, display }: WebkitPrograms): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'portal-webkit-'))
  const downloads = join(home, 'downloads')
  await mkdir(downloads)
  await mkdir(join(home, '.config', 'gtk-3.0'), { recursive: true })
  await writeFile(join(home, '.config', 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  await writeFile(join(home, '.config', 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const screen = await startDisplay(display)
  const port = await findPort()
  const { XDG_CONFIG_HOME: _config, XDG_DOWNLOAD_DIR: _downloads, ...inherited } = process.env
  const child = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], {
    env: {
      ...inherited,
      DISPLAY: screen.name,
      GDK_BACKEND: 'x11',
      HOME: home,
      LANG: 'en_GB.UTF-8',
      NO_AT_BRIDGE: '1',
      TZ: 'UTC',
      // WebKit's sandbox does not start for root.
      ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { output, ended } = launch(child)
  const stop = async () => {
    child.kill()
    screen.child.kill()
    await Promise.all([ended, screen.ended])
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = Answer.parse(await response.json())
    if (response.ok) return value
    const { error, message } = Failure.parse(value)
    throw new Error(`${error}: ${message}`)
  }
  try {
    await expect(() => call('GET', '/status')).toPass({ timeout: 30_000 })
    const { sessionId, capabilities } = Session.parse(
      await call('POST', '/session', {
        capabilities: {
          alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
        },
      }),
    )
    const path = `/session/${sessionId}`
    const evaluate = async <A, R>(run: (argument: A) => R | Promise<R>, argument: A): Promise<R> => {
      const script = { script: EVALUATE(String(run)), args: [JSON.stringify(argument)] }
      const evaluated = Evaluated.parse(await call('POST', `${path}/execute/async`, script))
      if ('error' in evaluated) throw new Error(evaluated.error)
      return JSON.parse(evaluated.value)
    }
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      downloads,
      open: async (url) => {
        await call('POST', `${path}/url`, { url })
      },
      goBack: async () => {
        await call('POST', `${path}/back`, {})
      },
      evaluate,
      perform: async (actions) => {
        await call('POST', `${path}/actions`, { actions })
      },
      resize: async (width, height) => {
        const measure = () => evaluate(() => ({ width: innerWidth, height: innerHeight }), null)
        const window = Size.parse(await call('GET', `${path}/window/rect`))
        const page = await measure()
        await call('POST', `${path}/window/rect`, {
          width: window.width + width - page.width,
          height: window.height + height - page.height,
        })
        await poll(measure).toEqual({ width, height })
      },
      takeProblems: () => evaluate(takeStoredProblems, null),
      close: async () => {
        await call('DELETE', path)
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw new Error(`${String(error)}\n${output()}`, { cause: error })
  }
}
