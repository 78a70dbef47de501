import { join } from 'node:path'
import { openErrorLog } from './log-destination.ts'
import { startApp, type RunningApp } from './process.ts'
import { parseSettings } from './settings.ts'

/** The app for the development server: the calls and the settings file; the portal's files come from Vite. */
export function startDevApp(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): Promise<RunningApp> {
  const settings = parseSettings(
    { LOG_LEVEL: 'warn', ...environment, PORTAL_DIR: join(root, 'public') },
    root,
  )
  const clock = () => new Date()
  return startApp(settings, {
    clock,
    log: openErrorLog(clock),
    workbookWorker: join(root, 'src', 'server', 'workbook', 'worker.ts'),
  })
}
