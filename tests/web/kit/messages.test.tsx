// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Banner } from '../../../src/web/kit/messages.tsx'

test.each([
  ['Role saved successfully!', 'status', 'good'],
  ['Loading data for chart...', 'status', 'good'],
  ['[Year] is required', 'alert', 'bad'],
  ['The service is loading.', 'alert', 'bad'],
  ['Successfully', 'alert', 'bad'],
])('the banner %j is of the role %s and has the colour of %s (spec 4.22)', (text, role, tone) => {
  const [banner = ''] = /<div[^>]*>/.exec(renderToStaticMarkup(<Banner text={text} />)) ?? []
  expect(banner).toContain(`role="${role}"`)
  expect(banner).toContain(`text-${tone}`)
})
