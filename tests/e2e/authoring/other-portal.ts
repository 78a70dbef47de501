import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type RunningServer, startServer } from '../server.ts'

/** The portal built from other definitions, on its own server. */
export interface OtherPortal extends RunningServer {
  readonly reports: string
}

/**
 * Builds the portal for folders of definitions laid together, and serves it. `apiBase` is written into its settings
 * file, as whoever runs it elsewhere would (spec 7.18); `basePath` is where a proxy shows the portal; `datasets` is the folder
 * that its server reads, `environment` its other settings, and `dashboards` a folder that is laid beside the reports.
 */
export async function startOtherPortal(
  folders: readonly string[],
  apiBase = '/',
  basePath = '/',
  datasets = 'datasets',
  environment: Readonly<Record<string, string>> = {},
  dashboards?: string,
): Promise<OtherPortal> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-other-'))
  const reports = join(folder, 'reports')
  const portal = join(folder, 'portal')
  for (const one of folders) await cp(one, reports, { recursive: true })
  if (dashboards !== undefined) await cp(dashboards, join(folder, 'dashboards'), { recursive: true })
  await promisify(execFile)(
    process.execPath,
    [resolve('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', portal],
    { env: { ...process.env, REPORTS_DIR: reports, DATASETS_DIR: datasets, BASE_PATH: basePath } },
  )
  const settings = join(portal, 'settings.properties')
  const text = await readFile(settings, 'utf8')
  await writeFile(settings, text.replace(/^api\.base\.url=.*$/m, `api.base.url=${apiBase}`))
  const server = await startServer({
    ...environment,
    REPORTS_DIR: reports,
    DATASETS_DIR: datasets,
    PORTAL_DIR: portal,
  })
  return {
    ...server,
    reports,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
