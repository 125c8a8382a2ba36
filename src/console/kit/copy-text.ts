/** Shows the buttons that copy a text, and says for a moment that it was copied. */
const shownMs = 1_500

if ('clipboard' in navigator)
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }

async function copy(button: HTMLButtonElement): Promise<void> {
  const said = button.querySelector('[role="status"]')
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '')
  } catch {
    return
  }
  if (!said) return
  said.textContent = button.dataset['copied'] ?? ''
  setTimeout(() => (said.textContent = ''), shownMs)
}
