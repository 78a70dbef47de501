import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test.each([
  ['README.md', 'Add a report'],
  ['docs/recipes.md', 'A report from a spreadsheet'],
  ['reports/README.md', 'In ten minutes'],
])('%s says that role 1 gives the right to a new report first (spec 6.7)', (file, heading) => {
  const sections = readFileSync(file, 'utf8').split(/^## /m)
  const section = sections.find((text) => text.startsWith(`${heading}\n`))?.replaceAll(/\s+/g, ' ')
  expect(section).toContain('role 1 (`superadmin` in the demo)')
  expect(section).toMatch(
    /first.* because a user cannot give a (right|permission) that the user does not have/,
  )
})
