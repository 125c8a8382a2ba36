import { NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from './editor-schema.ts'
import { HitDialog, type Hit } from './hit-dialog.ts'

const { picture } = schema.nodes

/** Asks which picture of the library to show, and what it says to those who do not see it. */
export class PictureDialog {
  readonly #dialog: HitDialog
  readonly #alt: HTMLInputElement
  #chosen: Hit = {}

  constructor(element: HTMLDialogElement) {
    this.#dialog = new HitDialog(element, (hit) => {
      this.#chosen = hit
      this.#alt.value = hit['alt'] ?? ''
    })
    this.#alt = this.#dialog.part('[name="alt"]')
  }

  /** A picture that is selected keeps its place: another one, or another text, replaces it. */
  open(view: EditorView, language: string): void {
    const { selection } = view.state
    const selected = selection instanceof NodeSelection && selection.node.type === picture ? selection.node : undefined
    this.#chosen = selected ? (selected.attrs as Hit) : {}
    this.#alt.value = this.#chosen['alt'] ?? ''
    this.#dialog.open(language, () => this.#insert(view))
  }

  #insert(view: EditorView): void {
    const { src, width = null, height = null } = this.#chosen
    view.focus()
    if (!src) return
    const node = picture.createChecked({ src, width, height, alt: this.#alt.value.trim() })
    view.dispatch(view.state.tr.replaceSelectionWith(node, false).scrollIntoView())
  }
}
