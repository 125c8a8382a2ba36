/** Runs a change of the page once what it moves begins below the window's edge, so that nothing moves under the eye. */
export function whenBelowView(topOf: () => number, run: () => void): void {
  if (topOf() >= innerHeight) run()
  else addEventListener('scroll', () => whenBelowView(topOf, run), { once: true, passive: true })
}
