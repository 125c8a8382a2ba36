import { history } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import { tools } from './editor-commands.ts'
import { editorKeys } from './editor-keys.ts'
import { documentOf, htmlOf, isHeldWhole } from './html-of-document.ts'
import type { LinkDialog } from './link-dialog.ts'
import { reducedPaste } from './paste.ts'
import type { PictureDialog } from './picture-dialog.ts'
import { Toolbar } from './toolbar.ts'

type Dialogs = { readonly link: LinkDialog; readonly picture: PictureDialog }

/** How long the form's field waits for the next letter before it has the text. */
const writeAfterMs = 120

/**
 * An editor over a form's textarea, which stays the field that is sent and the view of the source. It is written only
 * when somebody changes something, so that a text that nobody touched stays as it is.
 */
export class TextEditor {
  readonly #field: HTMLTextAreaElement
  readonly #frame: HTMLElement
  readonly #place: HTMLElement
  readonly #note: HTMLElement
  readonly #view: EditorView
  readonly #toolbar: Toolbar
  readonly #dialogs: Dialogs
  /** The field's text, and the document that the editor has made of it or it of the document. */
  #known: string
  #knownDocument: Node
  #timer = 0

  constructor(field: HTMLTextAreaElement, frame: HTMLElement, dialogs: Dialogs) {
    this.#field = field
    this.#frame = frame
    this.#dialogs = dialogs
    this.#place = frame.querySelector('[data-place]') as HTMLElement
    this.#note = frame.querySelector('[data-note]') as HTMLElement
    this.#known = field.value
    this.#toolbar = new Toolbar(frame.querySelector('[role="toolbar"]') as HTMLElement, {
      tools,
      press: (name) => this.#press(name),
    })
    field.parentElement?.before(frame)
    this.#view = this.#makeView()
    this.#knownDocument = this.#view.state.doc
  }

  /** Shows the text in the editor, or its source where the editor would change what readers see. */
  start(): void {
    this.#listen()
    this.#showSource(!isHeldWhole(this.#field.value))
    this.#note.hidden = !this.#isSource()
  }

  /** Writes what was changed into the form's field at once. */
  write(): void {
    clearTimeout(this.#timer)
    this.#timer = 0
    const { doc } = this.#view.state
    if (this.#isSource() || doc.eq(this.#knownDocument)) return
    this.#knownDocument = doc
    this.#known = this.#field.value = htmlOf(doc)
    this.#field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  #makeView(): EditorView {
    const label = document.querySelector<HTMLElement>(`label[for="${CSS.escape(this.#field.id)}"]`)
    if (label) label.id = `${this.#field.id}-label`
    label?.addEventListener('click', () => this.#isSource() || this.#view.focus())
    return new EditorView(this.#place, {
      state: this.#stateOf(this.#field.value),
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': label?.id ?? '',
        lang: this.#language(),
      },
      transformPastedHTML: reducedPaste,
      dispatchTransaction: (transaction) => {
        this.#view.updateState(this.#view.state.apply(transaction))
        this.#toolbar.show(this.#view.state, this.#isSource())
        if (!transaction.docChanged) return
        clearTimeout(this.#timer)
        this.#timer = window.setTimeout(() => this.write(), writeAfterMs)
      },
    })
  }

  #stateOf(html: string): EditorState {
    const open = (name: 'link' | 'picture') => () => {
      this.#press(name)
      return true
    }
    const toTools = () => {
      this.#toolbar.focus()
      return true
    }
    const plugins = [...editorKeys({ 'Mod-k': open('link'), 'Alt-F10': toTools }), history(), tableEditing()]
    return EditorState.create({ doc: documentOf(html), plugins })
  }

  #listen(): void {
    // Ctrl K makes a link here, and opens the palette everywhere else.
    this.#place.addEventListener('keydown', (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.stopPropagation()
    })
    this.#frame.querySelector('[role="toolbar"]')?.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') this.#view.focus()
    })
    this.#field.form?.addEventListener('submit', () => this.write(), { capture: true })
    addEventListener('pageshow', () => this.#read())
  }

  #press(name: string): void {
    if (name === 'source') return this.#toggleSource()
    if (name === 'link' || name === 'picture') return this.#dialogs[name].open(this.#view, this.#language())
    this.#view.focus()
    tools[name]?.run(this.#view.state, this.#view.dispatch, this.#view)
  }

  #toggleSource(): void {
    if (!this.#isSource()) {
      this.write()
      this.#showSource(true)
      return this.#field.focus()
    }
    this.#read()
    this.#note.hidden = true
    this.#showSource(false)
    this.#view.focus()
  }

  /** Takes the field's text into the editor, if it is another one than the editor has. */
  #read(): void {
    if (this.#field.value === this.#known) return
    this.#known = this.#field.value
    this.#view.updateState(this.#stateOf(this.#field.value))
    this.#knownDocument = this.#view.state.doc
  }

  #isSource(): boolean {
    return !this.#field.hidden
  }

  #showSource(isSource: boolean): void {
    this.#field.hidden = !isSource
    this.#place.hidden = isSource
    this.#toolbar.show(this.#view.state, isSource)
  }

  #language(): string {
    return this.#field.closest<HTMLElement>('[data-side]')?.dataset['side'] ?? ''
  }
}
