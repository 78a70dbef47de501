import { formatDiagnostic, formatPath, type LocatedDiagnostic } from '../../../definition/diagnostic.ts'
import type { CheckResult } from './result.ts'

/**
 * Formats a result as JUnit XML: a suite for each file, a test case for each diagnostic. Errors are failures; warnings
 * are test cases that pass, with the warning as their output. A file without errors has a test case that passes.
 */
export function formatJunit({ command, files, errors, warnings }: CheckResult): string {
  const names = [...new Set([...files, ...[...errors, ...warnings].map(({ file }) => file)])]
  const suites = names.map((file) => {
    const failures = errors.filter((diagnostic) => diagnostic.file === file)
    const passed = warnings.filter((diagnostic) => diagnostic.file === file)
    const cases = [
      ...failures.flatMap((diagnostic) => formatFailure(diagnostic)),
      ...passed.flatMap((diagnostic) => formatWarning(diagnostic)),
      ...(failures.length === 0
        ? [`    <testcase${formatAttributes({ name: 'no errors', classname: file })}/>`]
        : []),
    ]
    const tests = failures.length + passed.length + (failures.length === 0 ? 1 : 0)
    const attributes = { name: file, tests, failures: failures.length, errors: 0, skipped: 0 }
    return { tests, lines: [`  <testsuite${formatAttributes(attributes)}>`, ...cases, '  </testsuite>'] }
  })
  const tests = suites.reduce((sum, suite) => sum + suite.tests, 0)
  const attributes = { name: `reports ${command}`, tests, failures: errors.length, errors: 0 }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${formatAttributes(attributes)}>`,
    ...suites.flatMap(({ lines }) => lines),
    '</testsuites>',
  ].join('\n')
}

function formatFailure(diagnostic: LocatedDiagnostic): string[] {
  const { rule, message } = diagnostic
  return [
    `    <testcase${formatAttributes(identify(diagnostic))}>`,
    `      <failure${formatAttributes({ type: rule, message })}>${escape(formatDiagnostic(diagnostic))}</failure>`,
    '    </testcase>',
  ]
}

function formatWarning(diagnostic: LocatedDiagnostic): string[] {
  return [
    `    <testcase${formatAttributes(identify(diagnostic))}>`,
    `      <system-out>warning: ${escape(formatDiagnostic(diagnostic))}</system-out>`,
    '    </testcase>',
  ]
}

/** Programs identify a test case by these two attributes. */
function identify({ file, line, column, path, rule }: LocatedDiagnostic) {
  return { name: `${rule} ${line}:${column} ${formatPath(path)}`.trim(), classname: file }
}

const formatAttributes = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('')

/** What XML 1.0 cannot contain, not even as a reference: most control characters, lone surrogates, U+FFFE, U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Escapes a text for content and attributes; white space other than a blank would be normalized in an attribute. */
const escape = (text: string): string =>
  text
    .replaceAll(FORBIDDEN, '\uFFFD')
    .replaceAll(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
