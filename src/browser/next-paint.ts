export function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Resolves when what was just changed is on the screen: a finger gets its answer before any code is read. */
export function nextPaint(): Promise<unknown> {
  return nextFrame().then(() => new Promise((resolve) => setTimeout(resolve)))
}
