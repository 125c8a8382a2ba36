import type { PersistentEvents, PersistentStore } from '@nanostores/persistent'
import { readText, writeText } from './storage.ts'

type Unsaved = { text: string | null; instead: string | null }

/**
 * The storage engine of @nanostores/persistent, in place of localStorage. Each key uses its own storage, and nothing
 * throws: when storage is full or blocked, values live as long as the page. On the server it is empty and stores
 * nothing, because stores are shared by all requests there.
 */
export function createStorageEngine() {
  const opened = new Set<string>()
  const restores = new Map<string, () => void>()
  const { read, write } = createTexts()
  const textOf = (key: string | symbol) => (opened.has(String(key)) ? read(String(key)) : null)

  const storage = new Proxy<PersistentStore>(
    {},
    {
      has: (_, key) => textOf(key) !== null,
      get: (_, key) => textOf(key) ?? undefined,
      set: (_, key, text: string) => write(String(key), text),
      deleteProperty: (_, key) => write(String(key), null),
    },
  )

  /** Reads the storage instead of the event's value: another tab's event may arrive after a change made here. */
  const events: PersistentEvents = {
    addEventListener(key, _listener, restore) {
      if (!isBrowser()) return
      restores.set(key, restore)
      for (const event of ['storage', 'pageshow']) addEventListener(event, restore)
    },
    removeEventListener(key, _listener, restore) {
      restores.delete(key)
      if (isBrowser()) for (const event of ['storage', 'pageshow']) removeEventListener(event, restore)
    },
  }

  return {
    storage,
    events,
    /** Until opened, a key reads as absent, so that its store starts with the initial value of the server's HTML. */
    open: (key: string) => void opened.add(key),
    /** Makes an active store read the storage now, before this tab is notified. */
    restore: (key: string) => restores.get(key)?.(),
  }
}

/** The texts in the browser's storage, plus those it rejected, until another tab stores a newer one. */
function createTexts() {
  const unsaved = new Map<string, Unsaved>()

  function read(key: string): string | null {
    const stored = readText(key)
    const kept = unsaved.get(key)
    if (kept?.instead === stored) return kept.text
    unsaved.delete(key)
    return stored
  }

  function write(key: string, text: string | null): true {
    if (!isBrowser()) return true
    if (readText(key) !== text) writeText(key, text)
    const stored = readText(key)
    if (stored === text) unsaved.delete(key)
    else unsaved.set(key, { text, instead: stored })
    return true
  }

  return { read, write }
}

function isBrowser(): boolean {
  return typeof window !== 'undefined'
}
