import { keepTaken, takenParts } from './taken-parts.ts'

/** Ticks the parts of the pick list that were taken before, keeps what is ticked, and says how many are left. */
const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-part]')]
const left = document.querySelector<HTMLElement>('[data-left]')
const list = new URLSearchParams(location.search).get('orders') ?? ''
const partOf = (box: HTMLInputElement) => box.dataset['part'] ?? ''

const before = takenParts(list)
for (const box of boxes) {
  box.checked = before.includes(partOf(box))
  box.addEventListener('change', () => {
    keepTaken(
      list,
      boxes.filter(({ checked }) => checked).map((each) => partOf(each)),
    )
    count()
  })
}
count()

function count(): void {
  const number = left?.querySelector('b')
  if (!left || !number) return
  left.hidden = false
  number.textContent = String(boxes.filter(({ checked }) => !checked).length)
}
