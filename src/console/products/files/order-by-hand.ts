/** Lets the pictures of a product be dragged, or moved by buttons; the fields with their places follow. */
export function orderByHand(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-order]')) {
    if (form.querySelector('fieldset:disabled')) continue
    const list = form.querySelector('ol')
    if (list) makeMovable(list)
  }
}

const itemsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-item]')]

function makeMovable(list: HTMLElement): void {
  let dragged: HTMLElement | undefined
  for (const moves of list.querySelectorAll<HTMLElement>('[data-moves]')) moves.hidden = false
  for (const item of itemsOf(list)) {
    item.dataset['movable'] = ''
    const handle = item.querySelector('img')
    if (handle) handle.draggable = true
  }
  list.addEventListener('click', ({ target }) => move(list, (target as Element).closest<HTMLElement>('[data-move]')))
  list.addEventListener('dragstart', ({ target, dataTransfer }) => {
    dragged = (target as Element).closest<HTMLElement>('[data-item]') ?? undefined
    if (dragged) dragged.dataset['dragged'] = ''
    if (dataTransfer) dataTransfer.effectAllowed = 'move'
  })
  list.addEventListener('dragover', (event) => {
    const over = (event.target as Element).closest<HTMLElement>('[data-item]')
    if (!dragged || !over) return
    event.preventDefault()
    if (over !== dragged) place(list, dragged, over)
  })
  list.addEventListener('dragend', () => {
    delete dragged?.dataset['dragged']
    dragged = undefined
  })
  list.addEventListener('drop', (event) => event.preventDefault())
}

/** Moves an item to where another one is, which makes room for it. */
function place(list: HTMLElement, item: HTMLElement, at: HTMLElement): void {
  const all = itemsOf(list)
  if (all.indexOf(item) < all.indexOf(at)) at.after(item)
  else at.before(item)
  number(list)
}

function move(list: HTMLElement, button: HTMLElement | null): void {
  const item = button?.closest<HTMLElement>('[data-item]')
  if (!button || !item) return
  const all = itemsOf(list)
  const to = all[all.indexOf(item) + Number(button.dataset['move'])]
  if (!to) return
  place(list, item, to)
  button.focus()
}

function number(list: HTMLElement): void {
  for (const [at, item] of itemsOf(list).entries()) {
    const field = item.querySelector<HTMLInputElement>('input[name^="place:"]')
    if (field) field.value = String(at + 1)
  }
}
