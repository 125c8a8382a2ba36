/**
 * The browser asks before somebody leaves a screen on which they have typed what is not saved: it does not keep the
 * fields of a page that may not be stored. The form that is sent is saved; what is only ticked in a list, and the code
 * of a factor, is nothing to lose.
 */
const typedIn = new Set<HTMLFormElement>()
/** Forms with a text that is written in an editor, which is no field. */
const edited = new WeakSet<HTMLFormElement>()
let lastSent: HTMLFormElement | undefined
let isSaved = true

document.addEventListener('input', ({ isTrusted, target }) => {
  const form = (target as Element).closest<HTMLFormElement>('main form[method="post"]')
  if (!isTrusted || !form) return
  typedIn.add(form)
  if (target instanceof HTMLElement && target.isContentEditable) edited.add(form)
})

document.addEventListener('submit', ({ defaultPrevented, target, submitter }) => {
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return
  lastSent = target
  // Of rows with fields one button saves them; the others do something with those that are ticked.
  const by = target.dataset['savedBy']
  isSaved = by === undefined || !(submitter instanceof HTMLButtonElement) || submitter.value === by
})

addEventListener('beforeunload', (event) => {
  const saved = lastSent
  lastSent = undefined
  // A file does not leave the screen.
  if (saved?.dataset['file'] !== undefined) return
  // Forms of a page that is saved as a whole go along with each other.
  const goesAlong = (form: HTMLFormElement) =>
    (saved === form && isSaved) || (saved?.dataset['whole'] !== undefined && form.dataset['whole'] !== undefined)
  if (![...typedIn].some((form) => !goesAlong(form) && form.isConnected && isUnsaved(form))) return
  event.preventDefault()
  // Only somebody who stays is here afterwards.
  setTimeout(() => dispatchEvent(new Event('stayed')))
})

function isUnsaved(form: HTMLFormElement): boolean {
  return edited.has(form) || [...form.elements].some((field) => isChanged(field))
}

function isChanged(field: Element): boolean {
  // How the preview is looked at.
  if (field.closest('[data-preview]')) return false
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (field instanceof HTMLSelectElement) {
    const usual = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(0, usual)
  }
  if (!(field instanceof HTMLInputElement) || field.name.startsWith('factor:')) return false
  if (field.type !== 'checkbox' && field.type !== 'radio') return field.value !== field.defaultValue
  return !['', 'row', 'all'].includes(field.name) && field.checked !== field.defaultChecked
}
