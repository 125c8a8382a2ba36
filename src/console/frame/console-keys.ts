import { moveInColumn } from './move-in-column.ts'

/**
 * Keys of the console: `/` searches the list, `j` and `k` go to a row, `x` ticks it, `X` also those since the last one
 * that was ticked, `Enter` opens it, `e` goes to what
 * can be done on the screen, and `g` and a letter goes to an area. `Enter` outside of everything, or on the message of
 * what was done, does what a record is opened for most: presses its next step, or goes to the field of it. `Escape`
 * closes what lies over the screen. Everything is a link or form as well.
 */
const goWithinMs = 1500
const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'
/** A scanner without a field types faster than this, and its Enter presses nothing. */
const scannerMs = 150
let goSince = -Infinity
let typedAt = -Infinity

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
  if (event.key === 'Escape') return closeHelp(event)
  if ((event.target as Element).matches(typing)) return moveInColumn(event)
  if (event.timeStamp - goSince < goWithinMs) return go(event)
  const acts: Record<string, () => void> = {
    '/': () => focusOn('[data-search]', event),
    j: () => move(1),
    k: () => move(-1),
    x: () => tickRow(false),
    X: () => tickRow(true),
    Enter: () => (currentRow() ? openRow(event) : doMainAction(event)),
    e: () => focusOnForm(event),
    g: () => (goSince = event.timeStamp),
  }
  acts[event.key]?.()
  if (event.key.length === 1) typedAt = event.timeStamp
})

/** Closes the help; a focus inside it moves to its summary. */
function closeHelp(event: KeyboardEvent): void {
  const over = document.querySelector<HTMLDetailsElement>('details[data-over][open]')
  if (!over) return
  event.preventDefault()
  over.open = false
  if (over.contains(document.activeElement)) over.querySelector('summary')?.focus()
}

function focusOn(selector: string, event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>(selector)
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
}

/** The first control of the first form that changes something, or what unfolds it. */
function focusOnForm(event: KeyboardEvent): void {
  const controls = document.querySelectorAll<HTMLElement>(
    `main form[method="post"] :is(input:not([type="hidden"]), select, textarea, button, summary),
    main details:not([open]):has(form[method="post"]) > summary`,
  )
  const first = [...controls].find((control) => control.checkVisibility({ visibilityProperty: true }))
  if (!first) return
  event.preventDefault()
  first.focus()
}

function go(event: KeyboardEvent): void {
  goSince = -Infinity
  const link = document.querySelector<HTMLAnchorElement>(`[data-go="${CSS.escape(event.key)}"]`)
  if (!link) return
  event.preventDefault()
  link.click()
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')]

const currentRow = () => document.querySelector<HTMLElement>('[data-row][data-current]')

function move(step: number): void {
  const all = rows()
  const at = all.findIndex((row) => row.dataset['current'] !== undefined)
  const next = all[Math.max(0, Math.min(all.length - 1, at + step))]
  if (!next) return
  for (const row of all) delete row.dataset['current']
  next.dataset['current'] = ''
  next.querySelector<HTMLElement>('a')?.focus()
}

/** As a click on the box of the row, which Shift makes one for all rows since the last one. */
function tickRow(shiftKey: boolean): void {
  const box = currentRow()?.querySelector<HTMLInputElement>('input:is([name="row"], [data-part])')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}

function openRow(event: KeyboardEvent): void {
  if ((event.target as Element).closest('a, button, summary')) return
  currentRow()?.querySelector('a')?.click()
}

/** Does the screen's main action: presses the button or link marked with it, or focuses the last field of its form. */
function doMainAction(event: KeyboardEvent): void {
  const isOutside = (event.target as Element).matches('body, [data-said]')
  if (event.repeat || !isOutside || event.timeStamp - typedAt < scannerMs) return
  const marked = document.querySelector<HTMLElement>('[data-main-action]')
  if (!marked) return
  event.preventDefault()
  if (marked instanceof HTMLFormElement) [...marked.querySelectorAll<HTMLElement>('.field')].at(-1)?.focus()
  else marked.click()
}
