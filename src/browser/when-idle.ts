const IDLE_TIMEOUT_MS = 2000

/** Runs what can wait once the browser has nothing better to do, after two seconds at most. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  else setTimeout(run, IDLE_TIMEOUT_MS)
}
