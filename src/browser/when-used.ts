const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'wheel'] as const

let isUsed: Promise<void> | undefined

/**
 * Resolves at the first sign that somebody uses the page, which is more than many a visit ever has; at once where a tap
 * or key came before.
 */
export function whenUsed(): Promise<void> {
  isUsed ??= new Promise((resolve) => {
    if ('userActivation' in navigator && navigator.userActivation.hasBeenActive) resolve()
    for (const sign of SIGNS) addEventListener(sign, () => resolve(), { once: true, passive: true, capture: true })
  })
  return isUsed
}
