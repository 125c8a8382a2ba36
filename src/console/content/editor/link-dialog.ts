import { TextSelection, type EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from './editor-schema.ts'
import { HitDialog } from './hit-dialog.ts'
import { isSafeAddress } from './safe-address.ts'

const { link } = schema.marks

/** Asks where a link leads, by search or by an address, and sets, changes or removes it. */
export class LinkDialog {
  readonly #dialog: HitDialog
  readonly #address: HTMLInputElement
  readonly #words: HTMLInputElement
  readonly #remove: HTMLElement
  #onRemove: () => void = () => {}

  constructor(element: HTMLDialogElement) {
    const onHit = ({ href = '', title = '' }) => {
      this.#address.value = href
      if (this.#words.value === '') this.#words.value = title
    }
    this.#dialog = new HitDialog(element, onHit, () => this.#isReady())
    this.#address = this.#dialog.part('[name="href"]')
    this.#words = this.#dialog.part('[name="words"]')
    this.#remove = this.#dialog.part('[data-remove]')
    this.#remove.addEventListener('click', () => this.#onRemove())
  }

  open(view: EditorView, language: string): void {
    const { from, to, href } = linkAt(view.state)
    this.#address.value = href
    this.#words.value = view.state.doc.textBetween(from, to)
    this.#remove.hidden = href === ''
    this.#onRemove = () => {
      this.#dialog.element.close()
      view.dispatch(view.state.tr.removeMark(from, to, link))
      view.focus()
    }
    this.#dialog.open(language, () => this.#insert(view, from, to))
  }

  /** An address that is needed and allowed; what is wrong with it is said in the field. */
  #isReady(): boolean {
    const address = addressOf(this.#address.value)
    const isFine = address !== '' && isSafeAddress(address)
    this.#address.setCustomValidity(isFine ? '' : (this.#dialog.element.dataset['refused'] ?? ''))
    return this.#address.reportValidity()
  }

  #insert(view: EditorView, from: number, to: number): void {
    const href = addressOf(this.#address.value)
    const words = this.#words.value.trim() || href
    view.focus()
    const { tr, doc } = view.state
    const isSame = from < to && words === doc.textBetween(from, to)
    if (isSame) tr.removeMark(from, to, link)
    else tr.insertText(words, from, to)
    const end = isSame ? to : from + words.length
    tr.addMark(from, end, link.create({ href })).setSelection(TextSelection.create(tr.doc, end))
    view.dispatch(tr.removeStoredMark(link).scrollIntoView())
  }
}

/** The link around the cursor, or the selected text. */
function linkAt({ selection, doc }: EditorState): { from: number; to: number; href: string } {
  const { $from, from, to } = selection
  const marked = link.isInSet($from.marks()) ?? link.isInSet($from.nodeAfter?.marks ?? [])
  if (!marked) return { from, to, href: '' }
  const start = $from.start()
  let [first, last] = [from, to]
  $from.parent.forEach((node, offset) => {
    const [begin, end] = [start + offset, start + offset + node.nodeSize]
    if (!marked.isInSet(node.marks) || end < first || begin > last) return
    first = Math.min(first, begin)
    last = Math.max(last, end)
  })
  return { from: first, to: Math.min(last, doc.content.size), href: String(marked.attrs['href']) }
}

/** An address as somebody types it: `example.com/page` and `name@example.com` get what they lack. */
function addressOf(typed: string): string {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`
  return /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#].*)?$/i.test(text) ? `https://${text}` : text
}
