const useEvents = ['focusin', 'pointerenter', 'change'] as const

/**
 * Fetches what makes the finder's forms follow the shopper when one is first touched; until then they are plain forms.
 */
export function watchFinders(): void {
  for (const form of document.querySelectorAll('form[data-finder]')) {
    for (const sign of useEvents) form.addEventListener(sign, wake, { once: true })
    if (form.matches(':focus-within')) wake()
  }
}

function wake(): void {
  void import('./fill-finder.ts').then(({ fillFinders }) => fillFinders())
}
