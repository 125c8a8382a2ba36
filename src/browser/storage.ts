/** Key under which the shop keeps a value (spec section 4, "Local persistence"). */
export function storageKey(name: string): string {
  return `zp02:${name}`
}

/** Values that end with the tab; all others last and are seen by every tab (spec section 4, "Local persistence"). */
const sessionKeys = new Set(['discount', 'experiment', 'reloaded'].map(storageKey))

/** A stored value as it lies there, unchecked; undefined when there is none or it is no JSON. */
export function readStored(name: string): unknown {
  return parseJson(readText(storageKey(name)))
}

/** The text under a key; null when there is none or the storage is forbidden. */
export function readText(key: string): string | null {
  try {
    return storageOf(key).getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes the key for null. Nothing happens in a full or forbidden storage. */
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
