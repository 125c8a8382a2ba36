const useEvents = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'wheel'] as const

let isUsed: Promise<void> | undefined

/** Resolves at the first user interaction, or at once if there has been one; many visits never have any. */
export function whenUsed(): Promise<void> {
  isUsed ??= new Promise((resolve) => {
    if ('userActivation' in navigator && navigator.userActivation.hasBeenActive) resolve()
    for (const sign of useEvents) addEventListener(sign, () => resolve(), { once: true, passive: true, capture: true })
  })
  return isUsed
}
