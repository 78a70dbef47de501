import { expect, test } from '../portal.ts'

test('the fixture of the browser tests detects page errors', async ({ page, problems }) => {
  problems.expect(/./)
  await page.goto('/login')
  await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'p { color: red }'
    document.head.append(style)
    setTimeout(() => {
      throw new Error('thrown by nobody')
    })
    void fetch('https://elsewhere.example/').catch(() => {})
  })
  const found = () => problems.all().join('\n')
  await expect.poll(found).toContain("Content Security Policy directive 'style-src 'self''")
  await expect.poll(found).toContain('uncaught: thrown by nobody')
  await expect.poll(found).toMatch(/another origin: GET https:\/\/elsewhere\.example|connect-src/)
})
