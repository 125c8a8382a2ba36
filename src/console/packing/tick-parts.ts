import { keepTaken, takenParts } from './taken-parts.ts'

/**
 * Ticks the parts of the pick list that this person has taken today, keeps what is ticked, and says how many are
 * left. On a phone a tap anywhere in a row ticks its part; its text can still be selected.
 */
const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-part]')]
const left = document.querySelector<HTMLElement>('[data-left]')
const untick = document.querySelector<HTMLElement>('[data-untick]')
const { day = '', person = '' } = left?.dataset ?? {}
const list = { day, person, orders: new URLSearchParams(location.search).get('orders') ?? '' }
const onPhone = matchMedia('(width < 480px)')
const partOf = (box: HTMLInputElement) => box.dataset['part'] ?? ''
let wasSelecting = false

const before = takenParts(list)
for (const box of boxes) {
  box.checked = before.includes(partOf(box))
  box.addEventListener('change', keep)
}
count()

untick?.addEventListener('click', () => {
  for (const box of boxes) box.checked = false
  keep()
  boxes[0]?.focus()
})

// A tap that ends a selection finds none any more when it becomes a click.
document.addEventListener('pointerdown', () => (wasSelecting = isSelecting()))
document.addEventListener('click', ({ target }) => {
  if (!onPhone.matches || wasSelecting || isSelecting() || !(target instanceof Element)) return
  if (target.closest('label, a, button')) return
  target.closest('[data-row]')?.querySelector<HTMLInputElement>('input[data-part]')?.click()
})

function isSelecting(): boolean {
  return getSelection()?.isCollapsed === false
}

function keep(): void {
  keepTaken(
    list,
    boxes.filter(({ checked }) => checked).map((each) => partOf(each)),
  )
  count()
}

function count(): void {
  const number = left?.querySelector('b')
  if (!left || !number) return
  const toTake = boxes.filter(({ checked }) => !checked).length
  left.hidden = false
  number.textContent = String(toTake)
  if (untick) untick.hidden = toTake === boxes.length
}
