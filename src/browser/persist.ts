import { atom, onMount, type WritableAtom } from 'nanostores'
import { parseJson, readText, storageKey, writeText, type StorageArea } from './storage.ts'

type Schema<Value> = { safeParse: (value: unknown) => { success: true; data: Value } | { success: false } }
type Persisted<Value> = { name: string; schema: Schema<Value>; initial: Value; area?: StorageArea }

/**
 * A store that outlives the page. It begins as `initial`, like the server's HTML, and takes the stored value when first
 * used in a browser, follows other tabs and pages brought back by Back; what does not fit the schema is dropped.
 */
export function persisted<Value>({ name, schema, initial, area = 'local' }: Persisted<Value>): WritableAtom<Value> {
  const store = atom<Value>(initial)
  const key = storageKey(name)
  const remember = store.set
  let text: string | null = null

  store.set = (value) => {
    writeText(area, key, JSON.stringify(value))
    text = readText(area, key)
    remember(value)
  }

  function restore(): void {
    const stored = readText(area, key)
    if (stored === text) return
    text = stored
    const parsed = schema.safeParse(parseJson(stored))
    remember(parsed.success ? parsed.data : initial)
  }

  onMount(store, () => {
    if (typeof window === 'undefined') return undefined
    restore()
    for (const event of ['storage', 'pageshow']) addEventListener(event, restore)
    return () => {
      for (const event of ['storage', 'pageshow']) removeEventListener(event, restore)
    }
  })

  return store
}
