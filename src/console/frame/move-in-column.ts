const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const boxes = '[type="hidden"], [type="checkbox"], [type="radio"]'
/** Arrows choose in a field with suggestions, and change a field of numbers or a day. */
const arrowed = '[list], [type="number"], [type="date"]'

/** Arrow up and down in a field of a row go to the same field of the row above or below, as in a spreadsheet. */
export function moveInColumn(event: KeyboardEvent): void {
  const step = steps[event.key]
  const field = event.target as HTMLElement
  if (step === undefined || event.shiftKey || field.matches(arrowed) || !isOneLine(field)) return
  const rows = [...document.querySelectorAll('[data-row]')]
  const at = rows.findIndex((row) => row.contains(field))
  const place = fieldsIn(rows[at]).findIndex((each) => each === field)
  const next = fieldsIn(rows[at + step])[place]
  if (place < 0 || !next) return
  event.preventDefault()
  next.focus()
  next.select()
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** In a text of several lines, arrows move between them. */
function isOneLine(field: HTMLElement): boolean {
  return field instanceof HTMLInputElement || (field instanceof HTMLTextAreaElement && !field.value.includes('\n'))
}

function fieldsIn(row: Element | undefined): TextField[] {
  return [...(row?.querySelectorAll<TextField>(`:is(input, textarea):not(${boxes})`) ?? [])]
}
