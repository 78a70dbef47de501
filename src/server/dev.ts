import { join } from 'node:path'
import { openErrorLog } from './http/logging.ts'
import { startServer, type RunningServer } from './start.ts'
import { parseSettings } from './config.ts'

/**
 * The app of the development server: the API and the settings file; Vite serves the portal's files. The process
 * ends with 1 when the data folder is lost, as the log announces.
 */
export async function startDevApp(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): Promise<RunningServer> {
  const settings = parseSettings(
    { LOG_LEVEL: 'warn', ...environment, PORTAL_DIR: join(root, 'public') },
    root,
  )
  const clock = () => new Date()
  const log = openErrorLog(clock)
  const running = await startServer(settings, {
    clock,
    log,
    hashWorker: join(root, 'src', 'server', 'passwords', 'hash-worker.ts'),
    workbookWorker: join(root, 'src', 'server', 'workbook', 'worker.ts'),
  })
  void running.dataFolderLost.then(() => log.flush(1_000)).then(() => process.exit(1))
  return running
}
