import { useState } from 'react'
import { formatPath } from '../../diagnostics/diagnostic.ts'
import { explainRule, formatSarif } from '../../diagnostics/sarif.ts'
import { saveFile } from '../api/files.ts'
import { Button } from '../kit/button.tsx'
import { Card, Disclosure } from '../kit/card.tsx'
import { MessagePanel } from '../kit/messages.tsx'
import { type RecordColumn, ResourceTable } from '../kit/resource-table.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { describeProblems } from './definition-list.tsx'
import type { Problem } from './draft-checks.ts'
import { FileLink } from './file-link.tsx'
import { StudioPage } from './studio-page.tsx'

type Row = Problem & { readonly id: number }

/** Shows `/studio/problems`: the diagnostics of all definitions, with what each rule requires. */
const ProblemList = () => {
  const [rule, setRule] = useState('')
  return (
    <StudioPage title="Problems">
      {({ check }) => {
        const rows = (check?.problems ?? []).map((problem, id): Row => ({ ...problem, id }))
        const select = (level: Row['level']) => rows.filter((row) => row.level === level)
        const [errors, warnings] = [select('error'), select('warning')]
        const rules = [...new Set(rows.map((row) => row.rule))].toSorted()
        const count = (id: string) => rows.filter((row) => row.rule === id).length
        const save = () =>
          saveFile(
            new Blob([formatSarif({ errors, warnings })], { type: 'application/sarif+json' }),
            'check.sarif',
          )
        return (
          <>
            <div className="flex flex-wrap items-end gap-3">
              <SelectField
                label="Rule"
                placeholder="All rules"
                value={rule}
                onChange={setRule}
                options={rules.map((id) => ({ value: id, label: `${id} (${count(id)})` }))}
                className="w-64"
              />
              <Button disabled={check === null} onClick={save}>
                Download SARIF
              </Button>
            </div>
            {check !== null && rows.length === 0 ? (
              <MessagePanel icon="check" text="All definitions are valid." />
            ) : (
              <Card
                title={check === null ? 'Checking...' : describeProblems(rows)}
                flush
                busy={check === null}
              >
                <ResourceTable
                  label="Problems"
                  columns={columns}
                  records={rows.filter((row) => rule === '' || row.rule === rule)}
                />
              </Card>
            )}
          </>
        )
      }}
    </StudioPage>
  )
}

export default ProblemList

const columns: readonly RecordColumn<Row>[] = [
  { header: 'File', cell: ({ file }) => <FileLink file={file} /> },
  { header: 'Level', cell: ({ level }) => level, className: 'capitalize' },
  { header: 'Line', cell: ({ line }) => line, className: 'text-right tabular-nums' },
  {
    header: 'Problem',
    cell: ({ path, message }) => (
      <>
        {path.length > 0 && <code className="text-soft">{formatPath(path)}: </code>}
        {message}
      </>
    ),
  },
  { header: 'Rule', cell: ({ rule }) => <RuleExplanation rule={rule} /> },
]

/** Shows the id of a rule, which opens what the rule requires and why. */
export const RuleExplanation = ({ rule }: Pick<Problem, 'rule'>) => {
  const { requirement, reason } = explainRule(rule)
  return (
    <Disclosure
      summary={rule}
      render={() => (
        <p className="max-w-md text-sm text-soft">
          <strong className="text-ink">{requirement}</strong> {reason}
        </p>
      )}
    />
  )
}
