/**
 * What the boxes of a list do with script: one chooses every row of the page, Shift chooses all rows from the last one,
 * and the number of chosen rows is shown. Without script each row is chosen by itself.
 */
for (const list of document.querySelectorAll<HTMLFormElement>('form:has([data-row])')) {
  const boxes = [...list.querySelectorAll<HTMLInputElement>('input[name="row"]')]
  const all = list.querySelector<HTMLInputElement>('input[data-select-all]')
  const chosen = list.querySelector<HTMLElement>('[data-chosen]')
  let last = -1

  const count = () => {
    const number = boxes.filter(({ checked }) => checked).length
    if (chosen) {
      chosen.hidden = number === 0
      const shown = chosen.querySelector('b')
      if (shown) shown.textContent = String(number)
    }
    if (all) {
      all.checked = number > 0 && number === boxes.length
      all.indeterminate = number > 0 && number < boxes.length
    }
  }

  if (all) {
    all.hidden = false
    all.addEventListener('change', () => {
      for (const box of boxes) box.checked = all.checked
      count()
    })
  }
  for (const [at, box] of boxes.entries())
    box.addEventListener('click', ({ shiftKey }) => {
      const before = topBefore(box)
      if (shiftKey && last >= 0)
        for (const each of boxes.slice(Math.min(at, last), Math.max(at, last) + 1)) each.checked = box.checked
      last = at
      count()
      // What can be done with chosen rows comes and goes above them: the row stays where it is on the screen.
      scrollBy({ top: box.getBoundingClientRect().top - before, behavior: 'instant' })
    })
  // Enter beside a button presses that one, not the first of the list, which does something else.
  list.addEventListener('keydown', (event) => {
    const { target, key, isComposing } = event
    const beside = target instanceof HTMLInputElement && target.closest('[data-enter]')?.querySelector('button')
    if (key !== 'Enter' || isComposing || !beside) return
    event.preventDefault()
    list.requestSubmit(beside)
  })
  count()
}

/** Where a box was before the click that has changed it. */
function topBefore(box: HTMLInputElement): number {
  const { checked } = box
  box.checked = !checked
  const { top } = box.getBoundingClientRect()
  box.checked = checked
  return top
}
