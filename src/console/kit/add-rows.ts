/** "Add a row" puts a blank one under the last at once, without a way to the server. */
export function addRows(): void {
  for (const rows of document.querySelectorAll<HTMLElement>('[data-rows]'))
    rows.querySelector('[data-add-row]')?.addEventListener('click', (event) => {
      if (addRow(rows)) event.preventDefault()
    })
}

/** @returns whether a row was added. */
function addRow(rows: HTMLElement): boolean {
  const list = rows.dataset['rows'] ?? ''
  const last = [...rows.querySelectorAll<HTMLElement>('[data-row]')].at(-1)
  const count = document.querySelector<HTMLInputElement>(`[name="set:${CSS.escape(list)}.rows"]`)
  const place = Number(last?.dataset['row']?.slice(list.length + 1))
  if (!last || !count || Number.isNaN(place)) return false
  const added = blankCopy(last, `${list}.${place}`, `${list}.${place + 1}`)
  last.after(added)
  // The form has one blank row more than it says.
  count.value = String(place + 1)
  added.querySelector<HTMLElement>('input:not([type="hidden"]), select')?.focus()
  return true
}

/** The same row without what was typed, and without what was wrong with it. */
function blankCopy(row: HTMLElement, before: string, after: string): HTMLElement {
  const copy = row.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return row
  for (const fault of copy.querySelectorAll('[id$="-error"]')) fault.remove()
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const { name, value } of element.attributes)
      if (value.includes(before)) element.setAttribute(name, value.replaceAll(before, after))
  for (const field of copy.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('autofocus')
    if (field instanceof HTMLSelectElement) field.selectedIndex = 0
    else field.value = ''
  }
  return copy
}
