import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { CheckResult } from '../../../../src/cli/reports/results/result.ts'
import { formatSarif } from '../../../../src/cli/reports/results/sarif.ts'
import { hostileDiagnostic, hostileTexts } from '../../../support/hostile-diagnostics.ts'

const Message = z.strictObject({ text: z.string().min(1) })
const ArtifactLocation = z.union([
  // Relative to the root: no scheme, no host, nothing but the characters of a URI (RFC 3986).
  z.strictObject({ uri: z.string().regex(/^(?!\/)[\w.~!*'()%/-]+$/), uriBaseId: z.literal('%SRCROOT%') }),
  z.strictObject({ uri: z.string().regex(/^file:\/\/\/[\w.~!*'():@&=+$,;%/-]+$/) }),
])
const Position = z.int().min(1)

/** What SARIF 2.1.0 requires, and what code scanning of GitHub and others reads, as far as it is used; nothing else. */
const Sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          rules: z.array(
            z.strictObject({
              id: z.string().regex(/^[a-z]+(-[a-z]+)+$/),
              shortDescription: Message,
              fullDescription: Message,
              help: Message,
            }),
          ),
        }),
      }),
      automationDetails: z.strictObject({ id: z.string().regex(/^reports-(check|contract)\/$/) }),
      originalUriBaseIds: z.record(z.string(), z.strictObject({ uri: z.url().regex(/\/$/) })),
      columnKind: z.literal('utf16CodeUnits'),
      artifacts: z.array(
        z.strictObject({ location: ArtifactLocation, roles: z.tuple([z.literal('analysisTarget')]) }),
      ),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(['error', 'warning']),
          message: Message,
          locations: z.tuple([
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: ArtifactLocation,
                region: z.strictObject({ startLine: Position, startColumn: Position }),
              }),
              logicalLocations: z
                .tuple([z.strictObject({ fullyQualifiedName: z.string().min(1) })])
                .optional(),
            }),
          ]),
        }),
      ),
    }),
  ]),
})

const parse = (result: CheckResult) => {
  const [run] = Sarif.parse(JSON.parse(formatSarif(result, '/work/a project'))).runs
  for (const { ruleId, ruleIndex } of run.results) {
    expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
  }
  return run
}

const none: CheckResult = { command: 'check', files: [], counts: {}, errors: [], warnings: [] }
const at = { file: 'reports/x.json', line: 4, column: 12, path: ['data', 'url'] } as const

describe('a result as SARIF 2.1.0', () => {
  test('without anything found has an empty list of results', () => {
    const { results, artifacts } = parse({ ...none, files: ['reports/x.json'] })
    expect(results).toEqual([])
    expect(artifacts).toMatchObject([{ location: { uri: 'reports/x.json', uriBaseId: '%SRCROOT%' } }])
  })

  test('has errors and warnings in the order of their locations, each with its rule', () => {
    const { results, tool } = parse({
      ...none,
      errors: [{ ...at, line: 9, rule: 'template-placeholder', message: 'unknown placeholder {x}' }],
      warnings: [{ ...at, rule: 'served-nowhere', message: 'no dataset' }],
    })
    expect(results).toMatchObject([
      { level: 'warning', ruleId: 'served-nowhere' },
      { level: 'error', ruleId: 'template-placeholder' },
    ])
    expect(results[0]?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'reports/x.json', uriBaseId: '%SRCROOT%' },
          region: { startLine: 4, startColumn: 12 },
        },
        logicalLocations: [{ fullyQualifiedName: 'data.url' }],
      },
    ])
    const rule = tool.driver.rules[1]
    expect(rule?.shortDescription.text).toBe('A template names declared placeholders only.')
    expect(rule?.help.text).toMatch(/^A template names declared placeholders only\. An unknown placeholder/)
  })

  test('doubles braces, which mark arguments of a message', () => {
    const { results } = parse({
      ...none,
      errors: [{ ...at, rule: 'template-placeholder', message: 'unknown placeholder {0}' }],
    })
    expect(results[0]?.message.text).toBe('unknown placeholder {{0}}')
  })

  test('names files outside the root by an absolute URI', () => {
    const { artifacts, originalUriBaseIds } = parse({ ...none, files: ['/tmp/ä b#?.json'] })
    expect(artifacts[0]?.location).toEqual({ uri: 'file:///tmp/%C3%A4%20b%23%3F.json' })
    expect(originalUriBaseIds).toEqual({ '%SRCROOT%': { uri: 'file:///work/a%20project/' } })
  })

  test.each(hostileTexts)('keeps the text %j', (text) => {
    const diagnostic = hostileDiagnostic(text, 1)
    const { results } = parse({ ...none, files: [diagnostic.file], errors: [diagnostic] })
    const wellFormed = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    const message = results[0]?.message.text.replaceAll('{{', '{').replaceAll('}}', '}')
    expect(message).toBe(`unknown key '${wellFormed}'`)
    const uri = results[0]?.locations[0].physicalLocation.artifactLocation.uri ?? ''
    expect(decodeURIComponent(uri)).toBe(`reports/${wellFormed.replaceAll('/', '_')}.json`)
  })
})
