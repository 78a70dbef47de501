import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { type RunningApp, startApp } from '../../server/process.ts'
import { parseSettings } from '../../server/settings.ts'
import { addressOf, type Api, nameIn } from './api.ts'

/** The demo's records are of 2024 and 2025; a fixed day makes what is recorded the same on every machine. */
const NOW = new Date('2025-06-30T12:00:00.000Z')
const Login = z.object({ accessToken: z.string() })

/** The API of this product with demo records, in this process, for the definitions of a folder. */
export async function openEmbeddedApi(folder: string): Promise<Api> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-reports-'))
  const environment = {
    DATA_DIR: dataDir,
    REPORTS_DIR: resolve(folder),
    LOG_LEVEL: 'silent',
    PORTAL_DIR: dataDir,
  }
  const log = { write: () => undefined, fault: () => undefined }
  const running = await startApp(parseSettings(environment, '.'), { clock: () => NOW, log })
  const token = await signIn(running)
  return {
    title: 'the embedded API with demo records',
    today: NOW.toISOString().slice(0, 10),
    ask: async (call) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await running.app.inject({ method: 'GET', url: addressOf(call), headers })
      return {
        status: answer.statusCode,
        contentType: String(answer.headers['content-type'] ?? ''),
        fileName: nameIn(answer.headers['content-disposition'] ?? null),
        bytes: new Uint8Array(answer.rawPayload),
      }
    },
    close: async () => {
      await running.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function signIn({ app }: RunningApp): Promise<string> {
  const payload = { username: 'superadmin', password: DEMO_PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/auth/login', payload })
  return Login.parse(answer.json()).accessToken
}
