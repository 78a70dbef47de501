import { expect, test } from '../portal.ts'

test('the browser accepts no string as markup or code, not even by a script', async ({ page, problems }) => {
  problems.expect(/Trusted ?Type|trusted-types|TrustedHTML|TrustedScript/i)
  await page.goto('/login')
  const refused = await page.evaluate(() => {
    const attempts: Readonly<Record<string, () => unknown>> = {
      innerHTML: () => (document.body.innerHTML = '<b>x</b>'),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      'script source': () => (document.createElement('script').src = '/assets/x.js'),
      'a policy of its own': () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('own', { createHTML: (text: string) => text }),
      'the default policy again': () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('default', { createHTML: (text: string) => text }),
      'an empty text, which clears a container': () => (document.createElement('div').innerHTML = ''),
    }
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt()
        return [name, 'done']
      } catch (error) {
        return [name, (error as Error).name]
      }
    })
  })
  expect(Object.fromEntries(refused)).toEqual({
    innerHTML: 'TypeError',
    insertAdjacentHTML: 'TypeError',
    'script source': 'TypeError',
    'a policy of its own': 'TypeError',
    'the default policy again': 'TypeError',
    'an empty text, which clears a container': 'done',
  })
  await expect(page.locator('b')).toHaveCount(0)
})
