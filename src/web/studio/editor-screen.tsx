import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type DefinitionKind, type DefinitionText, getTextPath } from '../../../schemas/api/definitions.ts'
import { findOffset, findRemedy } from '../../diagnostics/remedy.ts'
import { saveFile } from '../api/files.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { CopyButton } from '../kit/copy-buttons.tsx'
import { Icon } from '../kit/icon.tsx'
import { MessagePanel } from '../kit/messages.tsx'
import { ChangeCard } from './change-card.tsx'
import { CodeEditor, formatFix } from './code-editor.tsx'
import { describeState, kindLabels } from './definition-list.tsx'
import type { DraftCheck, DraftScreen, Problem } from './draft-checks.ts'
import { draftOverTable } from './draft-over-table.ts'
import { DraftPreview } from './draft-preview.tsx'
import { getEditorAddress } from './editor-address.ts'
import { KeepDialog } from './kept-drafts.tsx'
import { FileLink, RuleExplanation } from './problem-list.tsx'
import { StudioPage } from './studio-page.tsx'
import './studio.css'
import type { useStudio } from './use-studio.ts'

type Props = { readonly kind: DefinitionKind; readonly name: string }

/** `/studio/KIND/NAME`: the text of a definition, its problems, and the screen that it makes. */
const EditorScreen = ({ kind, name }: Props) => (
  <StudioPage title={`${kindLabels[kind].one} ${name}`}>
    {(state) => <Editor {...state} kind={kind} name={name} />}
  </StudioPage>
)

export default EditorScreen

const Editor = ({
  kind,
  name,
  files,
  texts,
  drafts,
  check,
  screen,
  isChecking,
  studio,
}: Props & ReturnType<typeof useStudio>) => {
  const path = getTextPath({ kind, name })
  const file = files.find((one) => getTextPath(one) === path)
  const [shown, setShown] = useState<{ readonly offset: number } | null>(null)
  const navigate = useNavigate()
  const [isKeeping, setKeeping] = useState(false)
  useEffect(() => studio.open(path), [studio, path])
  const { problems: all = NO_PROBLEMS } = check ?? {}
  const problems = useMemo(() => all.filter((problem) => problem.file === path), [all, path])
  if (file === undefined) return <MessagePanel text={`There is no ${path}.`} />
  const { text } = file
  const hasErrors = problems.some(({ level }) => level === 'error')
  const state = isChecking || check === null ? 'Checking...' : describeState(path, check)
  const isDraft = drafts.includes(file)
  const draftPaths = drafts.map(getTextPath)
  const errors = all.filter(
    (problem) => problem.level === 'error' && draftPaths.includes(problem.file),
  ).length
  const newName = /"id"\s*:\s*"([a-z\d-]+)"/.exec(text)?.[1] ?? name
  const isNew = texts?.every((one) => getTextPath(one) !== path) === true
  const over = kind === 'datasets' ? draftOverTable(file, files) : null
  const begin = (draft: DefinitionText) => {
    studio.edit([draft])
    void navigate(getEditorAddress(draft))
  }
  const rename = () => {
    studio.edit([{ ...file, name: newName }])
    studio.discard(path)
    void navigate(getEditorAddress({ kind, name: newName }))
  }
  return (
    <div className="studio-editor">
      <div className="flex min-w-0 flex-col gap-3">
        <Card
          title={path}
          flush
          actions={
            <>
              <output className="px-2 text-sm text-soft">
                {problems.length === 0 ? (
                  <span className="flex items-center gap-1">
                    {state === 'Valid' && <Icon name="check" className="text-good" />}
                    {state}
                  </span>
                ) : (
                  <Button size="small" onClick={showProblems}>
                    {state}
                  </Button>
                )}
              </output>
              {isDraft && (
                <>
                  <Button size="small" variant="quiet" onClick={() => studio.discard(path)}>
                    {isNew ? 'Discard' : 'Restore'}
                  </Button>
                  {isNew && files.every((one) => one.kind !== kind || one.name !== newName) && (
                    <Button size="small" variant="primary" onClick={rename}>
                      Rename to {newName}
                    </Button>
                  )}
                  <Button size="small" onClick={() => setKeeping(true)}>
                    Save draft
                  </Button>
                </>
              )}
              {over !== null && (
                <Button size="small" variant="primary" onClick={() => begin(over)}>
                  New report
                </Button>
              )}
              <CopyButton size="small" label="Copy" text={text} />
              <Button
                size="small"
                onClick={() => saveFile(new Blob([text], { type: 'application/json' }), `${name}.json`)}
              >
                Download
              </Button>
            </>
          }
        >
          <div className="studio-text">
            <CodeEditor
              label={`Text of ${path}`}
              text={text}
              problems={problems}
              shown={shown}
              onChange={(next) => studio.edit([{ ...file, text: next }])}
              suggest={(next, offset) =>
                studio.run('suggest', { drafts, file: { ...file, text: next }, offset })
              }
              describe={(next, offset) =>
                studio.run('describe', { drafts, file: { ...file, text: next }, offset })
              }
            />
          </div>
          <p className="border-t px-4 py-1 text-sm text-soft">
            <kbd>Ctrl</kbd>+<kbd>Space</kbd> completes, <kbd>F8</kbd> goes to the next problem.
          </p>
        </Card>
        <ProblemCard
          problems={problems}
          text={text}
          onShow={(offset) => setShown({ offset })}
          onFix={(next) => studio.edit([{ ...file, text: next }])}
        />
        {isDraft && check !== null && (
          <ChangeCard screen={hasErrors ? null : check.screen} {...{ check, isChecking }} />
        )}
        {isKeeping && <KeepDialog {...{ path, drafts, errors }} onClose={() => setKeeping(false)} />}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {screen !== null && hasErrors && (
          <output className="text-bad">The last valid state is shown, because the draft has errors.</output>
        )}
        {screen === null || !hasScreen(screen) ? (
          <NoScreen {...{ kind, path, check }} />
        ) : (
          <DraftPreview screen={screen} />
        )}
      </div>
    </div>
  )
}

/** What stands in place of a preview: the definitions that use a table or calendar. */
const NoScreen = ({
  kind,
  path,
  check,
}: Pick<Props, 'kind'> & { path: string; check: DraftCheck | null }) => {
  if (kind !== 'datasets' && kind !== 'calendars')
    return <MessagePanel icon="table" text="The preview appears when the definition has no error." />
  const users = [...(check?.named ?? [])].flatMap(([user, named]) => (named.includes(path) ? [user] : []))
  return (
    <Card title="Used by">
      {users.length === 0 && <p className="text-soft">No definition. Begin a report to see its records.</p>}
      <ul>
        {users.map((user) => (
          <li key={user}>
            <FileLink file={user} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const hasScreen = ({ report, dashboard, schedule }: DraftScreen): boolean =>
  (report ?? dashboard ?? schedule) !== null

const NO_PROBLEMS: readonly Problem[] = []

type ProblemsProps = {
  readonly problems: readonly Problem[]
  readonly text: string
  readonly onShow: (offset: number) => void
  readonly onFix: (text: string) => void
}

const PROBLEMS = 'problems'

/** Brings the problems into view: the text above them can be as high as the window. */
const showProblems = () => document.getElementById(PROBLEMS)?.scrollIntoView({ block: 'center' })

/** The problems of a file, each with its rule, and the remedy that it suggests. */
const ProblemCard = ({ problems, text, onShow, onFix }: ProblemsProps) =>
  problems.length > 0 && (
    <Card title="Problems">
      <ul id={PROBLEMS} className="flex flex-col gap-2">
        {problems.map((problem, index) => {
          const { level, line, message, rule } = problem
          const remedy = findRemedy(text, problem)
          return (
            <li key={index} className="flex items-baseline gap-2">
              <Button size="small" variant="quiet" onClick={() => onShow(findOffset(text, problem))}>
                Line {line}
              </Button>
              <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
                <span className={level === 'error' ? 'text-bad' : 'text-soft'}>{message}</span>
                {remedy !== null && (
                  <Button
                    size="small"
                    onClick={() => onFix(text.slice(0, remedy.from) + remedy.insert + text.slice(remedy.to))}
                  >
                    {formatFix(remedy.insert)}
                  </Button>
                )}
                <RuleExplanation rule={rule} />
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
