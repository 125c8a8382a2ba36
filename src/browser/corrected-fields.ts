/**
 * Takes away what the page says is wrong with a field once its value is another one that the browser accepts, in the
 * summary above the form as well; says it again where the refused value comes back.
 */
export function watchCorrectedFields(): void {
  for (const field of document.querySelectorAll<Control>('[aria-invalid="true"]')) follow(field)
  document.addEventListener('input', ({ target }) => isControl(target) && follow(target))
  document.addEventListener('change', ({ target }) => isControl(target) && follow(target))
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isControl(target: EventTarget | null): target is Control {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}

function follow(field: Control): void {
  const error = field.id === '' ? null : document.getElementById(`${field.id}-error`)
  // Islands say themselves what is wrong.
  if (!error || field.closest('astro-island')) return
  const isWrong = !isChanged(field) || !field.validity.valid
  error.hidden = !isWrong
  if (isWrong) field.setAttribute('aria-invalid', 'true')
  else field.removeAttribute('aria-invalid')
  for (const link of document.querySelectorAll(`[role="alert"] a[href="#${CSS.escape(field.id)}"]`))
    showInSummary(link, isWrong)
}

/** Whether a field has another value than the one that the page came with. */
function isChanged(field: Control): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((each) => each.selected !== each.defaultSelected)
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

/** A summary of which no row is left has nothing to say. */
function showInSummary(link: Element, isShown: boolean): void {
  const row = link.closest('li')
  const summary = row?.closest('ul')?.parentElement
  if (!row || !summary || row.hidden === !isShown) return
  // What is left was said when the page came; it would be read out as a whole with each row that goes.
  summary.closest('[role="alert"]')?.setAttribute('aria-live', 'off')
  row.hidden = !isShown
  summary.hidden = row.parentElement?.querySelector('li:not([hidden])') === null
}
