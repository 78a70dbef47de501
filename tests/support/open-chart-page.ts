import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { chartsPlugin } from '../../src/build/charts-plugin.ts'
import { findBrowser } from '../e2e/browser.ts'

const PAGE = fileURLToPath(new URL('chart-page', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface OpenedPage {
  readonly browser: Browser
  readonly page: Page
  /** What the browser complained about: console errors, exceptions, policy violations. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Builds the page of the chart components and opens it under a strict policy in a real browser. */
export async function openChartPage(): Promise<OpenedPage> {
  const files = await built()
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const name = path === '/' ? 'index.html' : path.slice(1)
    const file = files.get(name)
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': TYPES[extname(name)] ?? 'text/plain',
    })
    response.end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? 'chromium',
    args: FLAGS,
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.waitForFunction(() => 'chartPage' in window)
  return {
    browser,
    page,
    complaints,
    async close() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function built(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const result = await build({
    root: PAGE,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), tailwindcss(), chartsPlugin()],
    build: { write: false, target: 'es2023', assetsDir: join('assets') },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  return new Map(outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]))
}
