/** `local` lasts and is seen by every tab; `session` ends with the tab (spec section 4, "Local persistence"). */
export type StorageArea = 'local' | 'session'

/** Key under which the shop keeps a value. */
export function storageKey(name: string): string {
  return `zp02:${name}`
}

/** A stored value as it lies there, unchecked; undefined when there is none or it is no JSON. */
export function readStored(name: string, area: StorageArea = 'local'): unknown {
  return parseJson(readText(area, storageKey(name)))
}

export function readText(area: StorageArea, key: string): string | null {
  try {
    return storageOf(area).getItem(key)
  } catch {
    return null
  }
}

/** A full or forbidden storage is no error: the value then lives as long as the page. */
export function writeText(area: StorageArea, key: string, text: string): void {
  try {
    storageOf(area).setItem(key, text)
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

function storageOf(area: StorageArea): Storage {
  return area === 'local' ? window.localStorage : window.sessionStorage
}
