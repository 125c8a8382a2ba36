/**
 * `Ctrl S` and `Ctrl Enter` in a field send its form as the button that saves does, or the first one: also from a text
 * of many lines, where Enter makes another.
 */
const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [contenteditable] *'
const buttons = 'button:not([type="button"])'

document.addEventListener('keydown', (event) => {
  const { target } = event
  if (!isSaveKey(event) || !(target instanceof Element) || !target.matches(typing)) return
  const form = target.closest<HTMLFormElement>('main form[method="post"]')
  const button = form?.querySelector<HTMLElement>('button[value="save"]') ?? form?.querySelector<HTMLElement>(buttons)
  if (!form || !button) return
  event.preventDefault()
  if (!event.repeat) form.requestSubmit(button)
})

function isSaveKey({ key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent): boolean {
  const isKey = key === 'Enter' || key.toLowerCase() === 's'
  return isKey && ctrlKey !== metaKey && !altKey && !shiftKey && !defaultPrevented
}
