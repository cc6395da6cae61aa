/**
 * The editor of an example. It is in a shadow root, where CodeMirror uses adopted style sheets, because the content
 * security policy forbids style elements.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { usesReact } from '@keywright/sandbox/runner'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'

interface EditorProps {
  /** Initial text. */
  readonly text: string
  readonly label: string
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}

export default function Editor({ text, label, onChange, onRun }: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const handlers = useRef({ onChange, onRun })
  handlers.current = { onChange, onRun }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what it begins with
  useEffect(() => {
    const root = place.current!.shadowRoot ?? place.current!.attachShadow({ mode: 'open' })
    function runIt() {
      handlers.current.onRun()
      return true
    }
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion(),
          highlightActiveLine(),
          // Enable JSX only with React, because it breaks type assertions.
          javascript({ typescript: true, jsx: usesReact(text) }),
          syntaxHighlighting(COLORS),
          THEME,
          EditorView.domEventHandlers({ beforeinput: typeOverSelection }),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          keymap.of([
            { key: 'Mod-Enter', run: runIt },
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...completionKeymap,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handlers.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.focus()
    return () => view.destroy()
  }, [])
  return <div ref={place} className="example-editor" />
}

/**
 * Handles typing over a selection, because browsers would preserve its style inline, which the content security policy
 * blocks.
 */
function typeOverSelection(event: InputEvent, view: EditorView): boolean {
  const isTyped = event.inputType === 'insertText' && event.data !== null
  if (!isTyped || view.state.selection.main.empty) return false
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type' })
  return true
}

/** Custom properties of the page work in the shadow root too. */
const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.number], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--success)' },
  { tag: [tags.comment, tags.punctuation], color: 'var(--muted)' },
])

const THEME = EditorView.theme({
  '&': {
    maxHeight: '28rem',
    color: 'var(--text)',
    backgroundColor: 'var(--panel)',
    fontSize: 'var(--size-field, 0.84375rem)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--panel)',
    color: 'var(--muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--line)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--surface)',
  },
})
