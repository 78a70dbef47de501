import { isAbsolute, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatPath, type LocatedDiagnostic, sortDiagnostics } from '../../../definition/diagnostic.ts'
import { rules as allRules } from '../../../definition/rules/index.ts'
import { type CheckResult, toWellFormed } from './result.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const ROOT = '%SRCROOT%'

/** Formats a result as SARIF 2.1.0; paths of files are relative to `root`. */
export function formatSarif({ command, files, errors, warnings }: CheckResult, root: string): string {
  const diagnostics = sortDiagnostics([...errors, ...warnings])
  const rules = [...new Set(diagnostics.map(({ rule }) => rule))]
  const run = {
    tool: { driver: { name: 'traffic-portal reports', rules: rules.map(buildRule) } },
    automationDetails: { id: `reports-${command}/` },
    originalUriBaseIds: { [ROOT]: { uri: `${pathToFileURL(root).href}/` } },
    columnKind: 'utf16CodeUnits',
    artifacts: files.map((file) => ({ location: buildLocation(file), roles: ['analysisTarget'] })),
    results: diagnostics.map((diagnostic) => ({
      ruleId: diagnostic.rule,
      ruleIndex: rules.indexOf(diagnostic.rule),
      level: warnings.includes(diagnostic) ? 'warning' : 'error',
      message: { text: escapeBraces(diagnostic.message) },
      locations: [buildResultLocation(diagnostic)],
    })),
  }
  return JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)
}

function buildRule(rule: LocatedDiagnostic['rule']) {
  const requirement = escapeBraces(allRules[rule].requirement)
  const explanation = `${requirement} ${escapeBraces(allRules[rule].reason)}`
  return {
    id: rule,
    shortDescription: { text: requirement },
    fullDescription: { text: explanation },
    help: { text: explanation },
  }
}

function buildResultLocation({ file, line, column, path }: LocatedDiagnostic) {
  const physicalLocation = {
    artifactLocation: buildLocation(file),
    region: { startLine: line, startColumn: column },
  }
  const name = toWellFormed(formatPath(path))
  return name === ''
    ? { physicalLocation }
    : { physicalLocation, logicalLocations: [{ fullyQualifiedName: name }] }
}

/** A file below the root by its relative URI, any other by its absolute one. */
function buildLocation(file: string) {
  if (isAbsolute(file)) return { uri: pathToFileURL(file).href }
  return {
    uri: file
      .split(sep)
      .map((part) => encodeURIComponent(toWellFormed(part)))
      .join('/'),
    uriBaseId: ROOT,
  }
}

/** Braces mark the arguments of a message (SARIF 2.1.0, 3.11.5); as text they are doubled. */
const escapeBraces = (text: string): string => toWellFormed(text).replaceAll(/[{}]/g, '$&$&')
