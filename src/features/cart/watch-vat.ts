/** Shows the choice, which the layout has read before the first paint, and changes all prices of the page at once. */
export function watchVatSwitches(): void {
  show(document.documentElement.dataset['vat'] ?? 'inc')
  for (const group of document.querySelectorAll<HTMLElement>('.vat-switch')) {
    group.hidden = false
    group.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) choose(target.value)
    })
  }
}

function choose(mode: string): void {
  show(mode)
  void import('./cart-store.ts').then(({ setVat }) => setVat(mode === 'inc'))
}

function show(mode: string): void {
  document.documentElement.dataset['vat'] = mode
  for (const button of document.querySelectorAll<HTMLButtonElement>('.vat-switch button')) {
    button.setAttribute('aria-pressed', String(button.value === mode))
  }
}
