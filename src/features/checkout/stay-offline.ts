/** Without a network the order stays on the page, which says so: the browser would show a page of its own instead. */
export function stayOffline(): void {
  const note = document.querySelector<HTMLElement>('.place-order .offline')
  const form = note?.closest('form')
  if (!note || !form) return
  form.addEventListener('submit', (event) => {
    if (navigator.onLine) return
    event.preventDefault()
    Object.assign(note, { role: 'alert', textContent: note.dataset['says'] })
  })
  addEventListener('online', () => void (note.textContent = ''))
}
