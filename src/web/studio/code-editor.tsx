import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type Completion,
  type CompletionContext,
  completionKeymap,
  snippet,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentUnit, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { findEnd, findOffset, findRemedy } from '../../diagnostics/remedy.ts'
import type { Problem } from './draft-checks.ts'
import { refuseLong } from './pasted-records.tsx'
import type { Suggestion } from './suggestions.ts'
import { tags } from '@lezer/highlight'

type Props = {
  readonly label: string
  readonly text: string
  readonly problems: readonly Problem[]
  /** The offset that gets the cursor with the focus: a new object each time. */
  readonly shown: { readonly offset: number } | null
  readonly onChange: (text: string) => void
  readonly suggest: (text: string, offset: number) => Promise<readonly Suggestion[]>
  readonly describe: (text: string, offset: number) => Promise<string>
}

/** Shows a text editor of JSON. It is in a shadow root, where its style sheets need no exception of the policy. */
export const CodeEditor = ({ label, text, problems, shown, onChange, ...lookUp }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const change = useEffectEvent(onChange)
  const suggest = useEffectEvent(lookUp.suggest)
  const describe = useEffectEvent(lookUp.describe)
  const start = useEffectEvent(() => text)
  useEffect(() => {
    if (host.current === null) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const complete = async ({ state, pos }: CompletionContext) => {
      const suggestions = await suggest(state.doc.toString(), pos)
      const from = Math.min(pos, ...suggestions.map((suggestion) => suggestion.from))
      return {
        from,
        // As long as a name or key goes on, the list is the same.
        validFor: /^[\w"$-]*$/,
        options: suggestions.map((suggestion) => toCompletion(suggestion, from, state.sliceDoc(from, pos))),
      }
    }
    const hover = hoverTooltip(async ({ state }, pos) => {
      const description = await describe(state.doc.toString(), pos)
      return description === '' ? null : { pos, create: () => ({ dom: createText(description) }) }
    })
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: start(),
        extensions: [
          lineNumbers(),
          lintGutter(),
          history(),
          json(),
          indentUnit.of('  '),
          bracketMatching(),
          keepPairs,
          closeBrackets(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          EditorView.lineWrapping,
          EditorState.changeFilter.of(
            ({ docChanged, newDoc }) => !docChanged || !refuseLong('The text', newDoc.length),
          ),
          // A name that is asked for can be taken at once.
          autocompletion({ override: [complete], interactionDelay: 0 }),
          hover,
          keymap.of([
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...lintKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          // With the index a checker of accessibility knows that the text can be scrolled by keyboard.
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change(update.state.doc.toString())
          }),
          editorTheme,
        ],
      }),
    })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [label])
  useEffect(() => {
    const written = view.current?.state.doc.toString() ?? text
    if (written !== text) view.current?.dispatch({ changes: { from: 0, to: written.length, insert: text } })
  }, [text])
  useEffect(() => {
    const state = view.current?.state
    if (state === undefined) return
    const written = state.doc.toString()
    const diagnostics = problems.map((problem) => toDiagnostic(written, problem))
    view.current?.dispatch(setDiagnostics(state, diagnostics))
  }, [problems])
  useEffect(() => {
    if (shown === null) return
    view.current?.dispatch({ selection: { anchor: shown.offset }, scrollIntoView: true })
    view.current?.focus()
  }, [shown])
  return <div ref={host} className="h-full min-h-0" />
}

const STRINGS = /"(?:\\.|[^"\\\n])*"/g

/** Writes an opening bracket alone if the text has its closing one already, as after it was deleted. */
const keepPairs = EditorView.inputHandler.of((view, _from, _to, typed) => {
  const closing = { '{': '}', '[': ']' }[typed]
  if (closing === undefined) return false
  const brackets = view.state.doc.toString().replaceAll(STRINGS, '')
  if (brackets.split(closing).length <= brackets.split(typed).length) return false
  view.dispatch(view.state.replaceSelection(typed), { userEvent: 'input.type', scrollIntoView: true })
  return true
})

function createText(text: string): HTMLElement {
  const dom = document.createElement('div')
  dom.textContent = text
  return dom
}

/** Converts a suggestion, whose label begins as what is written: where others begin earlier, and with the quote of a key. */
function toCompletion(
  { label, detail, insert, from, to }: Suggestion,
  start: number,
  written: string,
): Completion {
  const earlier = written.slice(0, from - start)
  const quote = written.startsWith('"', from - start) && !label.startsWith('"') ? '"' : ''
  return {
    label: earlier + quote + label,
    displayLabel: label,
    ...(detail !== '' && { info: () => createText(detail) }),
    apply: (view, completion, _, end) => snippet(insert)(view, completion, from, Math.max(to, end)),
  }
}

function toDiagnostic(text: string, problem: Problem): Diagnostic {
  const { level, message, rule } = problem
  const from = findOffset(text, problem)
  const remedy = findRemedy(text, problem)
  return {
    from,
    to: findEnd(text, from),
    severity: level,
    message,
    source: rule,
    actions:
      remedy === null
        ? []
        : [{ name: formatFix(remedy.insert), apply: (view) => view.dispatch({ changes: remedy }) }],
  }
}

/** Formats the button of a remedy: `Fix: answered`. */
export const formatFix = (insert: string): string => `Fix: ${insert === '' ? 'remove it' : insert}`

/** The editor in the colours of the portal, which follow its theme. */
const theme = EditorView.theme({
  '&': {
    color: 'var(--color-ink)',
    backgroundColor: 'var(--color-surface)',
    fontSize: '13px',
    height: '100%',
  },
  '.cm-content': { caretColor: 'var(--color-ink)', fontFamily: 'ui-monospace, monospace' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '20px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-gutters': { color: 'var(--color-faint)', backgroundColor: 'var(--color-sunken)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--color-sunken)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--color-accent) 28%, transparent) !important',
  },
  '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
  '.cm-tooltip': {
    color: 'var(--color-ink)',
    backgroundColor: 'var(--color-raised)',
    border: '1px solid var(--color-line)',
    maxWidth: '32rem',
  },
  '.cm-tooltip-hover': { padding: '4px 8px', whiteSpace: 'pre-wrap' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--color-ink)',
    backgroundColor: 'var(--color-accent-tint)',
  },
  '.cm-completionDetail': { color: 'var(--color-faint)' },
  '.cm-diagnosticAction': { color: 'var(--color-on-accent)', backgroundColor: 'var(--color-accent)' },
})

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-accent)' },
  { tag: tags.string, color: 'var(--color-good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: tags.invalid, color: 'var(--color-bad)' },
])

const editorTheme = [theme, syntaxHighlighting(highlight)]
