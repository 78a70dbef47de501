import { readFileSync } from 'node:fs'
import { brokenReport, brokenRules, isTextRule } from './broken-reports.ts'
import { brokenDatasets } from './broken-datasets.ts'
import { type ContractExample, contractExamples, type ExampleResponse } from './contract-examples.ts'
import { compatibleReport, correctedDataset, correctedReport } from './corrected-definitions.ts'
import { incompatibleReports } from './incompatible-reports.ts'
import {
  compatibilityRules,
  compatibilityWarnings,
} from '../../src/definition/compatibility/check-compatibility.ts'
import { datasetRules } from '../../src/definition/datasets/rules.ts'
import type { DefinitionFile } from '../../src/definition/json-document.ts'
import {
  type AnyRuleId,
  rules,
  verificationRules,
  verificationWarnings,
} from '../../src/definition/rules/index.ts'
import { ruleReasons } from '../../src/definition/rules/reasons.ts'
import { type Json, printJson } from '../../src/cli/reports/print-json.ts'

/**
 * Formats `docs/reference/rules.md`: each rule with its reason and examples. The examples are the definitions and
 * responses of the tests, which prove that the bad one breaks the rule and the good one is valid.
 */
export function formatRulesPage(): string {
  const lines = [
    '# Rules',
    '',
    'Each diagnostic of `npm run reports -- check` and `contract` ends with its rule in brackets. This page says of each rule what it requires and why, with a definition or response that breaks it and one that does not. Of a definition only the parts that differ are shown. The ids of rules are stable; programs get them by `--format json`, `sarif` or `junit`.',
    '',
    'The rules of [files and reports](#files-and-reports), of [datasets](#datasets), [between both](#reports-and-datasets), and [of an API](#apis).',
    '',
    '## Files and reports',
    '',
    ...formatRules(rules, (rule) => (brokenRules.includes(rule) ? formatReportExamples(rule) : [])),
    '## Datasets',
    '',
    ...formatRules(datasetRules, (rule) =>
      formatDefinitionExamples(
        decode(brokenDatasets[rule]),
        correctedDataset(rule),
        `tests/definition/datasets/goldens/${rule}.txt`,
      ),
    ),
    '## Reports and datasets',
    '',
    ...formatRules({ ...compatibilityRules, ...compatibilityWarnings }, (rule) =>
      formatDefinitionExamples(
        decode(incompatibleReports[rule]),
        compatibleReport(rule),
        `tests/definition/compatibility/goldens/${rule}.txt`,
      ),
    ),
    '## APIs',
    '',
    'Found by `contract`. The responses are to a report with the key `day` and the columns `answered` and `dropped`, or with the parts that are shown.',
    '',
    ...formatRules({ ...verificationRules, ...verificationWarnings }, (rule) =>
      formatContractExamples(contractExamples[rule]),
    ),
    '---',
    '',
    'This page is written by `npm run goldens` from the rules and the definitions of the tests.',
    '',
  ]
  return lines.join('\n')
}

function formatRules<R extends AnyRuleId>(
  texts: Readonly<Record<R, string>>,
  formatExamples: (rule: R) => readonly string[],
): string[] {
  return (Object.keys(texts) as R[]).flatMap((rule) => [
    `### ${rule}`,
    '',
    texts[rule],
    '',
    ruleReasons[rule],
    '',
    ...formatExamples(rule),
  ])
}

const decode = (file: DefinitionFile | undefined): string =>
  file?.content instanceof Uint8Array ? new TextDecoder().decode(file.content) : ''

function formatReportExamples(rule: string): string[] {
  const goldenPath = `tests/definition/goldens/${rule}.txt`
  const [bad, good] = [brokenReport(rule), correctedReport(rule)]
  if (!isTextRule(rule)) return formatDefinitionExamples(bad, good, goldenPath)
  const [badLines = [], goodLines = []] = findDifferingLines(bad.split('\n'), good.split('\n'))
  return [
    ...formatText('Bad:', badLines),
    ...formatMessage(rule, goldenPath),
    ...formatText('Good:', goodLines),
  ]
}

const formatText = (title: string, lines: readonly string[]): string[] => [
  title,
  '',
  '```text',
  ...lines,
  '```',
  '',
]

/** The lines in which two texts differ, with the line before and after. */
function findDifferingLines(
  one: readonly string[],
  other: readonly string[],
): readonly (readonly string[])[] {
  const start = one.findIndex((line, index) => line !== other[index])
  const end = one.toReversed().findIndex((line, index) => line !== other[other.length - 1 - index])
  return [one, other].map((lines) => lines.slice(Math.max(0, start - 1), lines.length - end + 1))
}

type JsonObject = { readonly [key: string]: Json }

function formatDefinitionExamples(bad: string, good: string, goldenPath: string): string[] {
  const [badValue, goodValue] = [JSON.parse(bad) as JsonObject, JSON.parse(good) as JsonObject]
  const differing = [...new Set([...Object.keys(badValue), ...Object.keys(goodValue)])].filter(
    (key) => JSON.stringify(badValue[key]) !== JSON.stringify(goodValue[key]),
  )
  const rule = /([a-z-]+)\.txt$/.exec(goldenPath)?.[1] ?? ''
  return [
    ...formatParts('Bad', badValue, differing),
    ...formatMessage(rule, goldenPath),
    ...formatParts('Good', goodValue, differing),
  ]
}

function formatParts(title: string, value: JsonObject, keys: readonly string[]): string[] {
  const present = keys.filter((key) => Object.hasOwn(value, key))
  const absent = keys.filter((key) => !present.includes(key)).map((key) => `\`${key}\``)
  const parts: JsonObject = Object.fromEntries(present.map((key) => [key, value[key] ?? null]))
  const without = absent.length === 0 ? '' : `, without ${absent.join(' and ')}`
  return [
    `${title}${without}${present.length === 0 ? '.' : ':'}`,
    '',
    ...(present.length === 0 ? [] : block(parts)),
  ]
}

const block = (value: Json): string[] => ['```json', printJson(value).trimEnd(), '```', '']

/** The message for the bad example, without the name of the file. */
function formatMessage(rule: string, goldenPath: string): string[] {
  const line = readFileSync(goldenPath, 'utf8')
    .split('\n')
    .find((text) => text.endsWith(`[${rule}]`))
  if (line === undefined) throw new Error(`${goldenPath} has no message of the rule ${rule}`)
  const message = line.replace(/^(warning: )?\S+?:\d+:\d+:? /, '$1').replace(` [${rule}]`, '')
  return formatText('Reported as:', [message])
}

function formatContractExamples(example: ContractExample | undefined): string[] {
  if (example === undefined) return []
  const { report, bad, good } = example
  const parts = Object.entries(report ?? {}).map(
    ([path, value]) => `\`${path.replaceAll(/\.(\d+)/g, '[$1]')}\`: \`${JSON.stringify(value)}\``,
  )
  return [
    ...(parts.length === 0 ? [] : [`With ${parts.join(', ')}.`, '']),
    ...formatResponse('Bad', bad),
    ...formatResponse('Good', good),
  ]
}

function formatResponse(
  title: string,
  { status = 200, type = 'application/json', fileName, body }: ExampleResponse,
): string[] {
  const name = fileName === undefined ? '' : `, \`filename="${fileName}"\``
  const heading = `${title}: ${status}, \`${type}\`${name}`
  return typeof body === 'string' ? formatText(heading, [body]) : [heading, '', ...block(body)]
}
