import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import {
  type DefinitionKind,
  definitionKinds,
  type DefinitionText,
  getTextPath,
} from '../../../schemas/api/definitions.ts'
import { formatWords } from '../../report/model/format.ts'
import { Card } from '../kit/card.tsx'
import { findByName, SearchField } from '../kit/search-field.tsx'
import { type RecordColumn, ResourceTable } from '../kit/resource-table.tsx'
import type { Problem } from './draft-checks.ts'
import { parseText } from '../api/parse-text.ts'
import { FileLink, listUsers } from './file-link.tsx'
import { KeptDraftList } from './kept-drafts.tsx'
import { StudioPage } from './studio-page.tsx'
import type { StudioState } from './use-studio.ts'

export const kindLabels: Readonly<Record<DefinitionKind, { readonly one: string; readonly many: string }>> = {
  reports: { one: 'Report', many: 'Reports' },
  datasets: { one: 'Table', many: 'Tables' },
  dashboards: { one: 'Dashboard', many: 'Dashboards' },
  schedules: { one: 'Schedule', many: 'Schedules' },
  calendars: { one: 'Calendar', many: 'Calendars' },
}

const Titled = z.object({
  menu: z.optional(z.object({ label: z.string() })),
  title: z.optional(z.string()),
})

interface Row extends DefinitionText {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly users: readonly string[]
}

/** Shows `/studio`: every definition, its state and the definitions that use it. */
const DefinitionList = () => {
  const [term, setTerm] = useState('')
  return (
    <StudioPage title="Definitions">
      {({ files, drafts, check }) => (
        <>
          <search>
            <SearchField label="Search definitions" value={term} onChange={setTerm} className="max-w-64" />
          </search>
          <p className="text-soft">
            Begin a report with an{' '}
            <Link to="/studio/examples" className="text-accent underline">
              example
            </Link>{' '}
            or a{' '}
            <Link to="/studio/file" className="text-accent underline">
              file
            </Link>
            , or open a table and choose New report. Nothing here is published: download the file.
          </p>
          <KeptDraftList />
          {definitionKinds.map((kind) => {
            const rows = files
              .filter((file) => file.kind === kind)
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map((file) => describeFile(file, drafts, check))
            const matches = findByName(rows, ({ name, title }) => `${name} ${title}`, term)
            return (
              <Card key={kind} title={kindLabels[kind].many} flush>
                <ResourceTable label={kindLabels[kind].many} columns={columns} records={matches} />
                {matches.length === 0 && <p className="p-4 text-soft">None.</p>}
              </Card>
            )
          })}
        </>
      )}
    </StudioPage>
  )
}

export default DefinitionList

const columns: readonly RecordColumn<Row>[] = [
  {
    header: 'Name',
    className: 'w-[28%]',
    cell: ({ id, name }) => <FileLink file={id} label={name} />,
  },
  { header: 'Title', className: 'w-[28%]', cell: ({ title }) => title },
  { header: 'State', className: 'w-[12%]', cell: ({ state }) => state },
  { header: 'Used by', cell: ({ users }) => users.join(', ') },
]

function describeFile(
  file: DefinitionText,
  drafts: readonly DefinitionText[],
  check: StudioState['check'],
): Row {
  const path = getTextPath(file)
  const draft = drafts.includes(file) ? ', draft' : ''
  return {
    ...file,
    id: path,
    title: readTitle(file),
    state:
      check === null
        ? 'Checking...'
        : `${describeProblems(check.problems.filter((problem) => problem.file === path))}${draft}`,
    users: listUsers(check, path).map((user) => user.replace(/\.json$/, '')),
  }
}

/** Reads the name that a menu shows, or else the title; empty for a text with an error. */
function readTitle({ name, text }: DefinitionText): string {
  const titled = parseText(Titled, text)
  return titled?.menu?.label ?? titled?.title ?? (titled === null ? '' : formatWords(name))
}

/** Describes problems: `Valid`, `1 warning`, `2 errors, 1 warning`. */
export function describeProblems(problems: readonly Problem[]): string {
  const counts = (['error', 'warning'] as const).flatMap((noun) => {
    const { length } = problems.filter(({ level }) => level === noun)
    return length === 0 ? [] : [`${length} ${noun}${length === 1 ? '' : 's'}`]
  })
  return counts.length === 0 ? 'Valid' : counts.join(', ')
}
