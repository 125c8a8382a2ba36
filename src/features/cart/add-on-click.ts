import { nextPaint } from '../../browser/next-paint.ts'

/**
 * One listener for every `[data-add-to-cart]` button of the page. It runs before islands see the click, so adding needs
 * no React; the cart's code is fetched at the first click, and when it cannot be, the form is sent as without script.
 */
export function watchAddButtons(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-add-to-cart]') : null
    if (!button || (button.form && !button.form.checkValidity())) return
    event.preventDefault()
    event.stopPropagation()
    button.dataset['state'] = 'busy'
    void nextPaint().then(() => add(button))
  }, true)
}

async function add(button: HTMLButtonElement): Promise<void> {
  try {
    const { addFromButton } = await import('./add-from-button.ts')
    addFromButton(button)
  } catch {
    button.form?.requestSubmit(button)
  }
}
