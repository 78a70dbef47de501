import { describe, expect, test } from 'vitest'
import { verifyScreen } from '../../../src/cli/reports/verify/screen.ts'
import type { ApiClient } from '../../../src/cli/reports/api-client.ts'
import { compileDefinitions, compileReportFiles } from '../../../src/definition/compile.ts'
import { compileDatasetFiles } from '../../../src/definition/datasets/compile.ts'
import { formatDiagnostic } from '../../../src/definition/diagnostic.ts'
import { readFile, readFolder } from '../../../src/definition/read-definitions.ts'
import { brokenDatasets } from '../../support/broken-datasets.ts'
import { brokenRules } from '../../support/broken-reports.ts'
import { compatibleReport, correctedDataset, correctedReport } from '../../support/corrected-definitions.ts'
import {
  type ContractExample,
  contractExamples,
  type ExampleResponse,
  goodData,
  goodDownload,
  goodPreviousYear,
} from '../../support/contract-examples.ts'
import { editDefinition } from '../../support/edit-definition.ts'
import { incompatibleReports } from '../../support/incompatible-reports.ts'
import { shippedReports } from '../../support/shipped-reports.ts'

const shipped = shippedReports.map(readFile)
const datasetFiles = readFolder('datasets')
const file = (rule: string, text: string) => ({
  path: `${rule}.json`,
  content: new TextEncoder().encode(text),
})

describe('the good examples of rules', () => {
  test.each(brokenRules)('%s', (rule) => {
    const { diagnostics } = compileReportFiles([...shipped, file(rule, correctedReport(rule))])
    expect(diagnostics.map(formatDiagnostic)).toEqual([])
  })

  test.each(Object.keys(brokenDatasets))('%s', (rule) => {
    const { diagnostics } = compileDatasetFiles([...datasetFiles, file(rule, correctedDataset(rule))])
    expect(diagnostics.map(formatDiagnostic)).toEqual([])
  })

  test.each(Object.keys(incompatibleReports))('%s', (rule) => {
    const { diagnostics, warnings } = compileDefinitions({
      reportFiles: [file(rule, compatibleReport(rule))],
      datasetFiles,
    })
    expect([...diagnostics, ...warnings].map(formatDiagnostic)).toEqual([])
  })

  /** An API that answers one call by a response, and the others as it should. */
  function answering(example: ContractExample, response: ExampleResponse): ApiClient {
    return {
      title: 'an example',
      today: '2025-06-30',
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

  test.each(Object.entries(contractExamples))('the responses of %s', async (rule, example) => {
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
  })
})
