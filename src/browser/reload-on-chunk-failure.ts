import { readText, storageKey, writeText } from './storage.ts'

const pauseMs = 60_000
const failedImport = /dynamically imported module|importing a module script failed/i

/**
 * Reloads the page when a code chunk fails to load, as after a new release, at most once a minute (spec section 8).
 * Does nothing offline, where a reload would lose the page.
 */
export function reloadOnChunkFailure(): void {
  addEventListener('vite:preloadError', reload)
  addEventListener('unhandledrejection', ({ reason }) => reloadFor(reason))
  addEventListener('astro:hydration-error', (event) => {
    if (event instanceof CustomEvent) reloadFor(event.detail.error)
  })
}

/** Keeps the page from being reloaded for a minute, because it is about to be left. */
export function holdReload(): void {
  writeText(storageKey('reloaded'), String(Date.now()))
}

function reloadFor(error: unknown): void {
  if (error instanceof Error && failedImport.test(error.message)) reload()
}

function reload(): void {
  const key = storageKey('reloaded')
  if (!navigator.onLine || Date.now() - Number(readText(key)) < pauseMs) return
  holdReload()
  // Without session storage the page would reload forever.
  if (readText(key) !== null) location.reload()
}
