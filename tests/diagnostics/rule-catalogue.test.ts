import { expect, test } from 'vitest'
import { verifyScreen } from '../../src/cli/reports/verify/screen.ts'
import type { ApiClient } from '../../src/cli/reports/api-client.ts'
import { compileReportFiles } from '../../src/definition/compile.ts'
import { formatDiagnostic } from '../../src/diagnostics/diagnostic.ts'
import { readFile } from '../../src/loading/read-folder.ts'
import {
  type ContractExample,
  contractExamples,
  type ExampleResponse,
  goodData,
  goodDownload,
  goodPreviousYear,
} from '../support/contract-examples.ts'
import { editDefinition } from '../support/edit-definition.ts'

const file = (rule: string, text: string) => ({
  path: `${rule}.json`,
  content: new TextEncoder().encode(text),
})

/** An API that answers one call by a response, and the others as it should. */
function answering(example: ContractExample, response: ExampleResponse): ApiClient {
  return {
    title: 'an example',
    today: '2025-06-30',
    explainEmpty: () => 'no demo',
    request: ({ path }) => {
      const call = path.includes('/download/')
        ? 'download'
        : path.endsWith('/regions')
          ? 'options'
          : path.includes('/2024/')
            ? 'previousYear'
            : 'data'
      const other = {
        download: goodDownload,
        previousYear: goodPreviousYear,
        options: goodData,
        data: goodData,
      }[call]
      const {
        status = 200,
        type = 'application/json',
        fileName = null,
        body,
      } = call === example.call ? response : other
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const bytes =
        call === 'download' && typeof body === 'string' ? [0x50, 0x4b, 0x03, 0x04] : Buffer.from(text)
      return Promise.resolve({ status, contentType: type, fileName, bytes: Uint8Array.from(bytes) })
    },
    close: () => Promise.resolve(),
  }
}

test.each(Object.entries(contractExamples))(
  '%s is broken by one response, and by no good one',
  async (rule, example) => {
    const base = new TextDecoder().decode(
      readFile('tests/definition/fixtures/base.json').content as Uint8Array,
    )
    const { plans, diagnostics } = compileReportFiles([
      file('base', editDefinition(base, example.report ?? {})),
    ])
    expect(diagnostics.map(formatDiagnostic)).toEqual([])
    const [plan] = plans
    if (plan === undefined) throw new Error('no plan')
    const verify = async (response: ExampleResponse) => {
      const chosen = { year: '2025', month: '3' }
      const { findings } = await verifyScreen(plan, answering(example, response), chosen)
      return findings.map((finding) => finding.rule)
    }
    expect(await verify(example.bad)).toContain(rule)
    expect(await verify(example.good)).toEqual([])
  },
)
