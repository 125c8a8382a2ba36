import { nextPaint } from '../../browser/next-paint.ts'
import { holdReload } from '../../browser/reload-on-chunk-failure.ts'

/**
 * One listener for every `[data-add-to-cart]` button of the page. It runs before islands see the click, so adding needs
 * no React; the cart's code is fetched at the first click, and when it cannot be, the form is sent as without script.
 * Without a network the page stays and says so, and the form is sent once there is one.
 */
export function watchAddButtons(): void {
  // The cards' form is for who has no script; left there, Chromium lays out every card for its lists of addresses.
  const cards = document.getElementById('add-one')
  cards?.remove()
  document.addEventListener(
    'click',
    (event) => {
      const button =
        event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-add-to-cart]') : null
      if (!button || (button.form && !button.form.checkValidity())) return
      event.preventDefault()
      event.stopPropagation()
      // An impatient second press is not a second unit.
      if (button.dataset['state'] === 'busy') return
      button.dataset['state'] = 'busy'
      void nextPaint().then(() => add(button, cards))
    },
    true,
  )
}

async function add(button: HTMLButtonElement, cards: HTMLElement | null): Promise<void> {
  try {
    const { addFromButton } = await import('./add-from-button.ts')
    addFromButton(button)
  } catch {
    if (navigator.onLine) return send(button, cards)
    // Code that a browser could not fetch is not fetched again before a reload, so that the form is sent then.
    const note = document.getElementById('offline')
    if (note) Object.assign(note, { role: 'alert', textContent: note.dataset['says'] })
    addEventListener(
      'online',
      () => {
        holdReload()
        send(button, cards)
      },
      { once: true },
    )
  }
}

function send(button: HTMLButtonElement, cards: HTMLElement | null): void {
  // The page may be shown again from the browser's memory.
  delete button.dataset['state']
  if (cards) document.body.append(cards)
  button.form?.requestSubmit(button)
}
