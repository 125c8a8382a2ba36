/** Runs a layout change once the element at `topOf()` is below the viewport, so that visible content does not shift. */
export function whenBelowView(topOf: () => number, run: () => void): void {
  if (topOf() >= innerHeight) run()
  else addEventListener('scroll', () => whenBelowView(topOf, run), { once: true, passive: true })
}
