import { LinkDialog } from './link-dialog.ts'
import { PictureDialog } from './picture-dialog.ts'
import { TextEditor } from './text-editor.ts'

const notInSteps = new Set(['h2', 'h3', 'h4', 'picture', 'table', 'rule'])

/** Puts an editor over every HTML field of the form that may be changed. */
export function editTexts(): void {
  const fields = document.querySelectorAll<HTMLTextAreaElement>(
    '[data-content-form] fieldset:not(:disabled) [data-field="html"] textarea',
  )
  const frame = document.querySelector<HTMLTemplateElement>('template[data-editor]')
  const [link, picture] = [dialogOf('[data-link-dialog]'), dialogOf('[data-picture-dialog]')]
  if (fields.length === 0 || !frame || !link || !picture) return
  const dialogs = { link: new LinkDialog(link), picture: new PictureDialog(picture) }
  for (const field of fields) {
    const copy = document.importNode(frame.content, true).firstElementChild
    if (!(copy instanceof HTMLElement)) continue
    if (field.closest('[data-few-tools]')) leaveFewTools(copy)
    new TextEditor(field, copy, dialogs).start()
  }
}

/** Takes away the tools that make what the step of a guide cannot have. */
function leaveFewTools(frame: HTMLElement): void {
  for (const button of frame.querySelectorAll<HTMLElement>('[data-tool]'))
    if (notInSteps.has(button.dataset['tool'] ?? '')) button.remove()
}

function dialogOf(selector: string): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`dialog${selector}`)
}
