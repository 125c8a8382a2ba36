/** Shows the choice, which the layout has read before the first paint, and changes all prices of the page at once. */
export function watchVatSwitches(): void {
  showChosen()
  for (const event of ['storage', 'pageshow']) addEventListener(event, showChosen)
  for (const group of document.querySelectorAll<HTMLElement>('.vat-switch')) {
    group.hidden = false
    group.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) choose(target.value)
    })
  }
}

/** The head's script has set the attribute, also after another tab's choice. */
function showChosen(): void {
  show(document.documentElement.dataset['vat'] ?? 'inc')
}

function choose(mode: string): void {
  show(mode)
  void import('./store/cart-store.ts').then(({ setVat }) => setVat(mode === 'inc'))
}

function show(mode: string): void {
  document.documentElement.dataset['vat'] = mode
  for (const button of document.querySelectorAll<HTMLButtonElement>('.vat-switch button')) {
    button.setAttribute('aria-pressed', String(button.value === mode))
  }
}
