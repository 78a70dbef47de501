import type { ReceivedMail } from '../../support/mail-server.ts'
import { expect, type Page, signIn, testOn } from '../portal.ts'
import { startServerWithMail } from '../server.ts'

const PORTAL = 'https://portal.example'

const test = testOn(() => startServerWithMail({ MAIL_DOMAINS: 'partner.example' }))

const REPORT = '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3&view=chart&chart=line'
const RECIPIENT = 'boss@partner.example'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** The contents of the first part of a mail of a type. */
function readPart({ raw }: ReceivedMail, type: string): Buffer {
  for (const part of raw.split(/\r\n--[^\r\n]+\r\n/)) {
    const [head = '', ...body] = part.split('\r\n\r\n')
    // A long header is folded.
    if (
      !head
        .replaceAll(/\r\n\s+/g, ' ')
        .toLowerCase()
        .includes(`content-type: ${type}`)
    )
      continue
    const text = body.join('\r\n\r\n')
    if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64')
    const joined = text.replaceAll(/=\r\n/g, '')
    const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    )
    return Buffer.from(bytes, 'latin1')
  }
  throw new Error(`the mail has no ${type}`)
}

test('a report is sent regularly, arrives with all its parts, is changed and unsubscribed (spec 7.27)', async ({
  page,
  problems,
  other: { received },
}) => {
  problems.expect('400 (Bad Request)')
  await signIn(page, 'analyst', REPORT)
  await test.step('its page has a dialog for it', async () => {
    await button(page, 'Send regularly').click()
    // The own address is there.
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('analyst@portal.example')
    await page.getByLabel('To', { exact: true }).fill('')
    await button(page, 'Save').click()
    const to = page.getByLabel('To', { exact: true })
    await expect(to).toHaveAccessibleDescription('Enter a mail address such as ada@example.com.')
    await expect(to).toBeFocused()
    const period = page.getByLabel('Period')
    await expect(period).toHaveValue('previous-month')
    await page.getByLabel('Every').selectOption('Week')
    await expect(period).toHaveValue('previous-week')
    await page.getByLabel('Day').selectOption('Friday')
    await period.selectOption('Always 2025-03-01 to 2025-03-31')
    await page.getByLabel('To', { exact: true }).fill('a%elsewhere.example@partner.example')
    await button(page, 'Save').click()
    await expect(to).toHaveAccessibleDescription(
      'a%elsewhere.example@partner.example must be a mail address such as ada@example.com.',
    )
    await page.getByLabel('To', { exact: true }).fill(RECIPIENT)
    await expect(dialog(page)).toContainText('Each mail shows the figures that analyst may see on that day.')
    await button(page, 'Save and send me a test').click()
    await expect(page.getByText('Schedule saved successfully! A test is on its way to you.')).toBeVisible()
  })

  await test.step('a test comes to its owner alone, the dialog says that it is there, a link leads to it', async () => {
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1)
    expect(received[0]?.raw).toContain('analyst@portal.example')
    await button(page, 'Send regularly').click()
    await expect(dialog(page)).toContainText(`Every Friday at 07:00 (UTC) to ${RECIPIENT}`)
    await dialog(page).getByRole('link', { name: 'Your schedules' }).click()
  })

  const row = page.getByRole('row', { name: /Daily Report - Minutes/ })
  await test.step('its owner changes it', async () => {
    await expect(row).toContainText('Every Friday at 07:00 (UTC)')
    await row.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(RECIPIENT)
    await page.getByLabel('Time', { exact: true }).fill('08:30')
    await button(page, 'Save').click()
    await expect(row).toContainText('Every Friday at 08:30 (UTC)')
  })

  await test.step('it arrives with figures, chart, workbook and a link that opens exactly this view', async () => {
    await row.getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Sending started successfully!' })).toBeVisible()
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2)
    await button(page, 'Refresh').click()
    await expect(row).toContainText(`Sent to ${RECIPIENT}.`)
  })
  const [, mail] = received
  if (mail === undefined) throw new Error('there is no mail')
  expect(mail.headers['list-unsubscribe-post']).toEqual(['List-Unsubscribe=One-Click'])
  expect(readPart(mail, 'application/vnd.openxmlformats').subarray(0, 2).toString()).toBe('PK')
  const image = readPart(mail, 'image/png').toString('base64')
  const html = readPart(mail, 'text/html').toString('utf8')

  await test.step('its HTML is readable at the width of a phone', async () => {
    const reader = await page.context().newPage()
    await reader.setViewportSize({ width: 390, height: 844 })
    await reader.setContent(html.replace('cid:chart-1', `data:image/png;base64,${image}`))
    await expect(reader.getByRole('img', { name: /^Chart: / })).toBeVisible()
    await expect(reader.getByRole('row')).toHaveCount(12)
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const link = await reader.getByRole('link', { name: /^Open in / }).getAttribute('href')
    expect(link?.replace(PORTAL, '')).toBe(REPORT)
    await reader.close()
  })

  await test.step('its recipient ends it, without a session', async () => {
    const [, url = ''] = /^<(.*)>$/.exec(mail.headers['list-unsubscribe']?.[0] ?? '') ?? []
    await page.goto(url.replace(PORTAL, ''))
    // It has the style sheet of the portal.
    await expect(button(page, 'Unsubscribe')).toHaveCSS('background-color', 'rgb(13, 102, 96)')
    await button(page, 'Unsubscribe').click()
    await expect(page.getByText('You get no more mails from analyst')).toBeVisible()
    await page.goto('/account/sessions')
    await page.getByRole('link', { name: 'Schedules' }).click()
    await expect(page.getByText(`${RECIPIENT} (unsubscribed)`)).toBeVisible()
  })
})
