import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

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
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '-2px' },
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

export const editorTheme = [theme, syntaxHighlighting(highlight)]
