import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { connectBidi } from './bidi-connection.ts'
import type { Engine } from './engine.ts'
import { findProgram } from '../../neighbours/programs.ts'
import { launch, waitUntilReady } from '../../support/server-process.ts'

/** Debian's Firefox ESR; null where it is not installed. */
export const findFirefox = (): string | null => findProgram('firefox-esr')

const READY = /WebDriver BiDi listening on (ws:\/\/\S+)/

const Session = z.object({
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
})
const Tab = z.object({ context: z.string() })
const Returned = z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) })
const Thrown = z.object({
  type: z.literal('exception'),
  exceptionDetails: z.object({ text: z.string() }),
})
const Evaluated = z.discriminatedUnion('type', [Returned, Thrown])
const LogEntry = z.object({ type: z.string(), level: z.string(), text: z.string().nullable() })

const formatPreferences = (preferences: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')

/** Starts Firefox without a display and opens an empty page. Fails if it does not listen within a minute. */
export async function startFirefox(program: string): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'portal-firefox-'))
  const downloads = join(home, 'downloads')
  const profile = join(home, 'profile')
  await mkdir(downloads)
  await mkdir(profile)
  await writeFile(
    join(profile, 'user.js'),
    formatPreferences({
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.alwaysOpenPanel': false,
      'intl.accept_languages': 'en-GB',
      'signon.rememberSignons': false,
      'ui.prefersReducedMotion': 1,
    }),
  )
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    {
      env: { ...process.env, HOME: home, TZ: 'UTC', MOZ_CRASHREPORTER_DISABLE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const launched = launch(child)
  const stop = async () => {
    child.kill()
    await launched.ended
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { url } = await waitUntilReady(launched, READY)
    return await connect(`${url}/session`, downloads, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function connect(address: string, downloads: string, stop: () => Promise<void>): Promise<Engine> {
  const bidi = await connectBidi(address)
  const { capabilities } = Session.parse(await bidi.send('session.new', { capabilities: {} }))
  // The page of the first tab has no focus without a display, so that Enter presses no button there.
  const { context } = Tab.parse(await bidi.send('browsingContext.create', { type: 'tab' }))
  let problems: string[] = []
  bidi.messages.on('log.entryAdded', (parameters) => {
    const { type, level, text } = LogEntry.parse(parameters)
    if (level === 'error') problems.push(`${type}: ${text ?? ''}`)
  })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    downloads,
    open: async (url) => {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    goBack: async () => {
      await bidi.send('browsingContext.traverseHistory', { context, delta: -1 })
    },
    evaluate: async (run, argument) => {
      const evaluated = Evaluated.parse(
        await bidi.send('script.callFunction', {
          functionDeclaration: `async (text) => JSON.stringify((await (${String(run)})(JSON.parse(text))) ?? null)`,
          arguments: [{ type: 'string', value: JSON.stringify(argument) }],
          target: { context },
          awaitPromise: true,
        }),
      )
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
      return JSON.parse(evaluated.result.value)
    },
    perform: async (actions) => {
      await bidi.send('input.performActions', { context, actions })
    },
    resize: async (width, height) => {
      await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    takeProblems: async () => {
      const found = problems
      problems = []
      return found
    },
    close: async () => {
      bidi.close()
      await stop()
    },
  }
}
