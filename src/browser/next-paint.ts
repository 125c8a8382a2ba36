export function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Resolves after the next paint, so that the screen reacts to a tap before any code is parsed. */
export function nextPaint(): Promise<unknown> {
  return nextFrame().then(() => new Promise((resolve) => setTimeout(resolve)))
}
