/** The storage key of a value (spec section 4, "Local persistence"). */
export function storageKey(name: string): string {
  return `zp02:${name}`
}

/**
 * Keys kept in session storage; all others use local storage and are shared by tabs (spec section 4, "Local
 * persistence").
 */
const sessionKeys = new Set(['discount', 'experiment', 'reloaded'].map(storageKey))

/** A stored JSON value, unvalidated; undefined when absent or not JSON. */
export function readStored(name: string): unknown {
  return parseJson(readText(storageKey(name)))
}

/** The text under a key; null when absent or when storage is blocked. */
export function readText(key: string): string | null {
  try {
    return storageOf(key).getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes the key for null. Does nothing when storage is full or blocked. */
export function writeText(key: string, text: string | null): void {
  try {
    if (text === null) storageOf(key).removeItem(key)
    else storageOf(key).setItem(key, text)
  } catch {
    // Private mode or a full disk.
  }
}

export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function storageOf(key: string): Storage {
  return sessionKeys.has(key) ? window.sessionStorage : window.localStorage
}
