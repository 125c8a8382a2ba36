/**
 * All of consent that runs before the shopper acts: the bar goes at the first touch, and only then its code is fetched.
 */
export function watchConsent(): void {
  document.addEventListener('click', ({ target }) => {
    const button =
      target instanceof Element ? target.closest<HTMLElement>('[data-choose-consent], [data-open-consent]') : null
    const choice = button?.dataset['chooseConsent']
    if (choice) void answer(Number(choice))
    else if (button) openSettings()
  })
}

async function answer(consent: number): Promise<void> {
  const { documentElement } = document
  documentElement.removeAttribute('data-asks-consent')
  try {
    const { chooseConsent } = await import('./consent-state.ts')
    chooseConsent(consent)
  } catch {
    documentElement.setAttribute('data-asks-consent', '') // Nothing was kept, so the question stands.
  }
}

/** Opens the dialog before its code is loaded, and hydrates its island, which waits for a pointer over it. */
function openSettings(): void {
  const settings = document.querySelector<HTMLDialogElement>('dialog[data-consent-settings]')
  if (settings && !settings.open) settings.showModal()
  settings?.closest('astro-island')?.dispatchEvent(new Event('pointerenter'))
}
