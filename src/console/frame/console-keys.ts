/**
 * Keys of the console: `Ctrl K` finds, `/` searches the list, `j` and `k` choose a row, `Enter` opens it, and `g` and a
 * letter goes to an area. Everything is a link or form as well.
 */
const goWithinMs = 1500
const typing = 'input, textarea, select, [contenteditable]'
let goSince = 0

document.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return focusOn('[data-find]', event)
  if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).matches(typing)) return
  if (event.timeStamp - goSince < goWithinMs) return go(event)
  const acts: Record<string, () => void> = {
    '/': () => focusOn('[data-search]', event),
    j: () => move(1),
    k: () => move(-1),
    Enter: () => openRow(event),
    g: () => (goSince = event.timeStamp),
  }
  acts[event.key]?.()
})

function focusOn(selector: string, event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>(selector)
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
}

function go(event: KeyboardEvent): void {
  goSince = 0
  const link = document.querySelector<HTMLAnchorElement>(`[data-go="${CSS.escape(event.key)}"]`)
  if (!link) return
  event.preventDefault()
  link.click()
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')]

function move(step: number): void {
  const all = rows()
  const at = all.findIndex((row) => row.dataset['current'] !== undefined)
  const next = all[Math.max(0, Math.min(all.length - 1, at + step))]
  if (!next) return
  for (const row of all) delete row.dataset['current']
  next.dataset['current'] = ''
  next.querySelector<HTMLElement>('a')?.focus()
}

function openRow(event: KeyboardEvent): void {
  if ((event.target as Element).closest('a, button, summary')) return
  document.querySelector<HTMLAnchorElement>('[data-row][data-current] a')?.click()
}
