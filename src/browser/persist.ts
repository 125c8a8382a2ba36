import { atom, onMount, type WritableAtom } from 'nanostores'
import { parseJson, readText, storageKey, writeText, type StorageArea } from './storage.ts'

/** `read` makes a value of whatever lies in the storage, and the initial one of undefined; it never throws. */
type Persisted<Value> = { name: string; read: (stored: unknown) => Value; area?: StorageArea }

/**
 * `latest()` is the value with what other tabs have stored up to now, even before this tab was told. Every change starts
 * from it, so that the last writer drops nothing of the others.
 */
export type PersistedAtom<Value> = WritableAtom<Value> & { latest: () => Value }

/**
 * A store that outlives the page. It begins as the initial value, like the server's HTML, takes the stored one when first
 * used in a browser, and follows other tabs and pages brought back by Back.
 */
export function persisted<Value>({ name, read, area = 'local' }: Persisted<Value>): PersistedAtom<Value> {
  const initial = read(undefined)
  const store = atom<Value>(initial)
  const key = storageKey(name)
  const remember = store.set
  let text: string | null = null

  function set(value: Value): void {
    writeText(area, key, JSON.stringify(value))
    text = readText(area, key)
    remember(value)
  }

  function restore(): void {
    const stored = readText(area, key)
    if (stored === text) return
    text = stored
    remember(stored === null ? initial : read(parseJson(stored)))
  }

  function latest(): Value {
    restore()
    return store.get()
  }

  onMount(store, () => {
    if (typeof window === 'undefined') return undefined
    restore()
    for (const event of ['storage', 'pageshow']) addEventListener(event, restore)
    return () => {
      for (const event of ['storage', 'pageshow']) removeEventListener(event, restore)
    }
  })

  return Object.assign(store, { set, latest })
}
