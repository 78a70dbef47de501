import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type DefinitionKind, type DefinitionText, getTextPath } from '../../../schemas/api/definitions.ts'
import { findOffset, findRemedy, type Remedy } from '../../diagnostics/remedy.ts'
import { saveFile } from '../api/files.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { CopyButton } from '../kit/copy-buttons.tsx'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { MessagePanel } from '../kit/messages.tsx'
import { ChangeCard } from './change-card.tsx'
import { CodeEditor, formatFix } from './code-editor.tsx'
import { describeProblems, kindLabels } from './definition-list.tsx'
import type { DraftCheck, DraftScreen, Problem } from './draft-checks.ts'
import { draftOverTable } from './draft-over-table.ts'
import { renameById } from './draft-place.ts'
import { DraftPreview } from './draft-preview.tsx'
import { FileLink, getEditorAddress, listUsers } from './file-link.tsx'
import { KeepDialog, nameSaving } from './kept-drafts.tsx'
import { RuleExplanation } from './problem-list.tsx'
import { StudioPage } from './studio-page.tsx'
import './studio.css'
import type { useStudio } from './use-studio.ts'

type Props = { readonly kind: DefinitionKind; readonly name: string }
type StudioProps = ReturnType<typeof useStudio>

/** Shows `/studio/KIND/NAME`: the text of a definition, its problems, and the screen that it makes. */
const EditorScreen = ({ kind, name }: Props) => (
  <StudioPage title={`${kindLabels[kind].one} ${name}`}>
    {(state) => {
      const path = getTextPath({ kind, name })
      const file = state.files.find((text) => getTextPath(text) === path)
      if (file === undefined) return <MessagePanel text={`There is no ${path}.`} />
      return <Editor {...state} file={file} path={path} />
    }}
  </StudioPage>
)

export default EditorScreen

/** Returns the problems of a file, the same list until the next check. */
const useProblems = (check: DraftCheck | null, path: string): readonly Problem[] =>
  useMemo(() => check?.problems.filter(({ file }) => file === path) ?? [], [check, path])

type EditorProps = StudioProps & { readonly file: DefinitionText; readonly path: string }

const Editor = ({ file, path, ...state }: EditorProps) => {
  const { drafts, check, screen, isChecking, studio } = state
  const [shown, setShown] = useState<{ readonly offset: number } | null>(null)
  useEffect(() => studio.open(path), [studio, path])
  const problems = useProblems(check, path)
  const caused = drafts.includes(file) ? (check?.caused ?? []) : []
  const all = [...problems, ...caused]
  const hasErrors = problems.some(({ level }) => level === 'error')
  const edit = (text: string) => studio.edit([{ ...file, text }])
  const locate = (text: string, offset: number) => ({ drafts, file: { ...file, text }, offset })
  return (
    <div className="studio-editor">
      <div className="flex min-w-0 flex-col gap-3">
        <Card title={path} flush actions={<FileActions {...{ ...state, file, path }} problems={all} />}>
          <div className="studio-text">
            <CodeEditor
              label={`Text of ${path}`}
              text={file.text}
              problems={problems}
              shown={shown}
              onChange={edit}
              suggest={(text, offset) => studio.run('suggest', locate(text, offset))}
              describe={(text, offset) => studio.run('describe', locate(text, offset))}
            />
          </div>
          <p className="border-t px-4 py-1 text-sm text-soft">
            <kbd>Ctrl</kbd>+<kbd>Space</kbd> completes, <kbd>F8</kbd> goes to the next problem.
          </p>
        </Card>
        <ProblemCard
          problems={all}
          path={path}
          text={file.text}
          onShow={(offset) => setShown({ offset })}
          onFix={(remedy) => {
            edit(file.text.slice(0, remedy.from) + remedy.insert + file.text.slice(remedy.to))
            setShown({ offset: remedy.from })
          }}
        />
        {drafts.includes(file) && check !== null && (
          <ChangeCard screen={hasErrors ? null : check.screen} isChecking={isChecking} />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {screen !== null && hasErrors && !screen.drafts.some(({ text }) => text === file.text) && (
          <output className="text-bad">The last valid state is shown, because the draft has errors.</output>
        )}
        {screen === null || !hasScreen(screen) ? (
          <NoScreen {...{ path, check }} kind={file.kind} />
        ) : (
          <DraftPreview screen={screen} begun={studio.findFile(screen)} />
        )}
      </div>
    </div>
  )
}

type ActionProps = EditorProps & { readonly problems: readonly Problem[] }

const FileActions = ({ problems, ...props }: ActionProps) => {
  const { file, files, drafts, check, isChecking, studio } = props
  const { kind, name, text } = file
  const navigate = useNavigate()
  const state = isChecking || check === null ? 'Checking...' : describeProblems(problems)
  const over = kind === 'datasets' ? draftOverTable(file, files) : null
  const begin = (draft: DefinitionText) => {
    studio.edit([draft])
    void navigate(getEditorAddress(getTextPath(draft)))
  }
  return (
    <div className="flex flex-wrap items-center gap-2 py-1">
      <output className="text-sm text-soft">
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
      {drafts.includes(file) && <DraftActions {...props} begin={begin} />}
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
    </div>
  )
}

type DraftActionProps = EditorProps & { readonly begin: (draft: DefinitionText) => void }

/** Shows what can be done with a draft: discard it, rename it by its id, save it. */
const DraftActions = ({ file, path, files, texts, drafts, check, studio, begin }: DraftActionProps) => {
  const [isKeeping, setKeeping] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const renamed = renameById(file)
  const hasFile = (list: StudioProps['files'] | null, wanted: DefinitionText) =>
    list?.some((text) => getTextPath(text) === getTextPath(wanted)) === true
  const isNew = !hasFile(texts, file)
  const errors = check?.problems.filter(({ level }) => level === 'error')
  const rename = () => {
    studio.discard(path)
    begin(renamed)
  }
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => studio.discard(path)}>
        {isNew ? 'Discard' : 'Restore'}
      </Button>
      {drafts.length > 1 && (
        <Button size="small" variant="quiet" onClick={() => setDiscarding(true)}>
          Discard all drafts
        </Button>
      )}
      {isNew && !hasFile(files, renamed) && (
        <Button size="small" variant="primary" onClick={rename}>
          Rename to {renamed.name}
        </Button>
      )}
      <Button size="small" onClick={() => setKeeping(true)}>
        {nameSaving(drafts)}
      </Button>
      {isDiscarding && (
        <ConfirmDialog
          question="Discard all drafts?"
          confirmLabel="Discard"
          detail={drafts.map(getTextPath).join(', ')}
          onConfirm={studio.discardAll}
          onCancel={() => setDiscarding(false)}
        />
      )}
      {isKeeping && (
        <KeepDialog {...{ path, drafts }} errors={errors?.length ?? 0} onClose={() => setKeeping(false)} />
      )}
    </>
  )
}

/** Shows what stands in place of a preview: the definitions that use a table or calendar. */
const NoScreen = ({
  kind,
  path,
  check,
}: Pick<Props, 'kind'> & { path: string; check: DraftCheck | null }) => {
  if (kind !== 'datasets' && kind !== 'calendars')
    return <MessagePanel icon="table" text="The preview appears when the definition has no error." />
  const users = listUsers(check, path)
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

type ProblemsProps = {
  readonly problems: readonly Problem[]
  readonly path: string
  readonly text: string
  readonly onShow: (offset: number) => void
  readonly onFix: (remedy: Remedy) => void
}

const PROBLEMS = 'problems'

/** Moves the focus to the problems: the text above them can be as high as the window. */
const showProblems = () => document.querySelector<HTMLElement>(`#${PROBLEMS} :is(button, a)`)?.focus()

/** Shows the problems of a file and those that it causes in others, each with its rule and its remedy. */
const ProblemCard = ({ problems, path, text, onShow, onFix }: ProblemsProps) =>
  problems.length > 0 && (
    <Card title="Problems">
      <ul id={PROBLEMS} className="flex flex-col gap-2">
        {problems.map((problem, index) => {
          const { file, level, line, message, rule } = problem
          const remedy = file === path ? findRemedy(text, problem) : null
          return (
            <li key={index} className="flex items-baseline gap-2">
              {file === path && (
                <Button size="small" variant="quiet" onClick={() => onShow(findOffset(text, problem))}>
                  Line {line}
                </Button>
              )}
              <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 break-words">
                {file !== path && <FileLink file={file} />}
                <span className={level === 'error' ? 'text-bad' : 'text-soft'}>{message}</span>
                {remedy !== null && (
                  <Button size="small" onClick={() => onFix(remedy)}>
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
