import { expect, test } from 'vitest'
import { chooseReportSchema } from '../../schemas/report/definition.ts'
import { readDefinitions } from '../../src/definition/read-definitions.ts'
import { groupTexts } from '../../src/loading/check-definitions.ts'
import { readTexts } from '../support/definition-folders.ts'

test('a text is read once, while the drafts of others change', () => {
  const texts = readTexts()
  const readReports = (draft: string) => {
    const drafts = [{ kind: 'reports', name: 'monthly-report', text: draft } as const]
    const { definitions } = readDefinitions(chooseReportSchema, groupTexts(texts, drafts).reports)
    return definitions.find(({ id }) => id === 'daily-report-minutes')
  }
  expect(readReports('{}')).toBeDefined()
  expect(readReports('{ ')).toBe(readReports('{}'))
})
