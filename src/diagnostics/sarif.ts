import { formatPath, type LocatedDiagnostic } from './diagnostic.ts'
import { type RuleId, rules } from './rule-catalogue.ts'

interface Findings {
  readonly errors: readonly LocatedDiagnostic[]
  readonly warnings: readonly LocatedDiagnostic[]
}

/** Splits the text of a rule: its first sentence says what it requires, the others why. */
export function explainRule(id: RuleId): { readonly requirement: string; readonly reason: string } {
  const end = rules[id].indexOf('. ') + 1
  return { requirement: rules[id].slice(0, end), reason: rules[id].slice(end).trim() }
}

/**
 * Formats diagnostics as a log of SARIF 2.1.0, which build servers and code reviews read
 * (https://docs.oasis-open.org/sarif/sarif/v2.1.0/).
 */
export function formatSarif({ errors, warnings }: Findings): string {
  const ids = [...new Set([...errors, ...warnings].map(({ rule }) => rule))].toSorted()
  const describe = (level: 'error' | 'warning') => (diagnostic: LocatedDiagnostic) => {
    const { file, line, column, path, rule, message } = diagnostic
    const pointer = formatPath(path)
    return {
      ruleId: rule,
      ruleIndex: ids.indexOf(rule),
      level,
      message: { text: message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: formatUri(file) },
            region: { startLine: line, startColumn: column },
          },
          ...(pointer !== '' && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
        },
      ],
    }
  }
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'reports check', rules: ids.map(describeRule) } },
        columnKind: 'utf16CodeUnits',
        results: [...errors.map(describe('error')), ...warnings.map(describe('warning'))],
      },
    ],
  }
  return JSON.stringify(log, null, 2)
}

function describeRule(id: RuleId) {
  const { requirement, reason } = explainRule(id)
  return {
    id,
    shortDescription: { text: requirement },
    fullDescription: { text: `${requirement} ${reason}` },
  }
}

/** Formats a path as a URI: relative, or `file:` for an absolute path. */
function formatUri(path: string): string {
  const uri = path.split(/[\\/]/).map(encodeURIComponent).join('/')
  return uri.startsWith('/') ? `file://${uri}` : uri
}
