import { cp, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '../portal.ts'
import { distFolder, type RunningServer, startServer } from '../server.ts'

type OwnFiles = { readonly folder: string; readonly server: RunningServer }

/** A server with portal files of its own, whose settings file the tests change. */
const test = base.extend<object, { readonly own: OwnFiles }>({
  own: [
    async ({ browserName: _browser }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'portal-files-'))
      await cp(join(distFolder, 'portal'), folder, { recursive: true })
      const server = await startServer({ PORTAL_DIR: folder })
      await use({ folder, server })
      await server.stop()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ own }, use) => use(own.server.url),
})

const FAILED = 'Failed to load application settings: '
const CRITICAL = 'Critical error: Cannot load application settings.'

test('a missing settings file shows the Configuration Error screen, and Retry reloads', async ({
  page,
  own,
  problems,
}) => {
  problems.expect('status of 404', CRITICAL)
  const file = join(own.folder, 'settings.properties')
  await unlink(file)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Configuration Error' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(`${FAILED}HTTP 404: Not Found`)
  const checklist = page.getByRole('listitem')
  await expect(checklist).toHaveText([
    /settings file exists in the public folder/,
    /API base URL is configured/,
    /file permissions are correct/,
  ])
  await writeFile(file, 'api.base.url=/\napp.name=Mended\n')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Mended')).toBeVisible()
})

test('name and version come from the settings file, which Loading application settings... waits for (spec 1.4, 2.2)', async ({
  page,
  own,
}) => {
  const file = join(own.folder, 'settings.properties')
  await writeFile(
    file,
    '\uFEFF# names\r\napi.base.url=/\r\napp.name=Traffic = Minutes\r\napp.version=2.5\r\n',
  )
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/settings.properties', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText('Loading application settings...')).toBeVisible()
  release()
  await expect(page.getByText('Loading application settings...')).toHaveCount(0)
  await expect(page.getByText('Traffic = Minutes')).toBeVisible()
  await expect(page.getByText('Version 2.5')).toBeVisible()
  await writeFile(file, 'api.base.url=/\n')
  await page.reload()
  await expect(page.getByText('BI Dashboard')).toBeVisible()
  await expect(page.getByText('Version 1.0.0')).toBeVisible()
})
