import { cp, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, holdRequests, type Page, signIn, testOn } from '../portal.ts'
import { distFolder, startServer } from '../server.ts'

/** A server with portal files of its own, whose settings file the tests change. */
const test = testOn(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-files-'))
  await cp(join(distFolder, 'portal'), folder, { recursive: true })
  const server = await startServer({ PORTAL_DIR: folder })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  }
  return { ...server, folder, stop }
})

const NAME = 'West African Interconnect Clearing and Settlement Traffic Portal'
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" viewBox="0 0 90 30">
<rect width="90" height="30" rx="6" fill="#7a1fa2"/></svg>`

const write = (folder: string, ...lines: readonly string[]) =>
  writeFile(
    join(folder, 'settings.properties'),
    ['api.base.url=/', 'feature.reports.enabled=true', ...lines].join('\n'),
  )

const FAILED = 'Failed to load application settings: '
const CRITICAL = 'Critical error: Cannot load application settings.'

test('a missing settings file shows Configuration Error, and Retry reloads', async ({
  page,
  other,
  problems,
}) => {
  problems.expect('status of 404', CRITICAL)
  const file = join(other.folder, 'settings.properties')
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

test('name and version come from the settings file, awaited (spec 1.4, 2.2)', async ({ page, other }) => {
  const file = join(other.folder, 'settings.properties')
  await writeFile(
    file,
    '\uFEFF# names\r\napi.base.url=/\r\napp.name=Traffic = Minutes\r\napp.version=2.5\r\n',
  )
  const release = await holdRequests(page, '**/settings.properties')
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

test.describe('the look of an operator', () => {
  test.beforeEach(async ({ other }) => {
    await writeFile(join(other.folder, 'operator.svg'), LOGO)
    await write(
      other.folder,
      `app.name=${NAME}`,
      'app.logo=operator.svg',
      'app.support=help@operator.example',
    )
  })

  const logo = (page: Page) => page.locator('[data-logo]')
  const shape = async (page: Page) => {
    const box = await logo(page).boundingBox()
    return box === null ? null : Math.round((box.width / box.height) * 10) / 10
  }
  const scrollsSideways = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

  test('pages have logo and name of the settings file, at any width (spec 1.3, 1.4)', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const check = async () => {
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => shape(page)).toBe(3)
        await expect.poll(() => scrollsSideways(page)).toBe(false)
      }
    }
    await page.goto('/login')
    await expect(page.getByText(NAME)).toBeVisible()
    await expect(logo(page)).toHaveCSS('background-image', /operator\.svg/)
    await check()
    expect((await logo(page).boundingBox())?.height).toBe(28)
    await signIn(page, 'administrator', '/test')
    await check()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  })

  test('an error page names the support (spec 1.3)', async ({ page }) => {
    await signIn(page, 'analyst', '/roles')
    await expect(page.getByText('You do not have access to this page.')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Support: help@operator.example')
    await expect(page.getByRole('link', { name: 'help@operator.example' })).toHaveAttribute(
      'href',
      'mailto:help@operator.example',
    )
  })

  test('a logo that cannot be loaded leaves that of the product', async ({ page, other }) => {
    await write(other.folder, 'app.logo=missing.svg')
    await page.goto('/login')
    await expect(page.getByLabel('Username')).toBeVisible()
    await expect(logo(page).locator('rect')).toBeVisible()
    await expect(logo(page)).toHaveCSS('background-image', 'none')
  })
})
