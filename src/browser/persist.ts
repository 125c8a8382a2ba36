import { persistentAtom, setPersistentEngine } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'
import { createStorageEngine } from './storage-engine.ts'
import { parseJson, storageKey } from './storage.ts'

/** `read` converts a stored value; for undefined it returns the initial value. It never throws. */
type Persisted<Value> = { name: string; read: (stored: unknown) => Value }

/**
 * `latest()` is the value including changes that other tabs stored but this tab has not been notified of. Changes start
 * from it, so that the last writer does not drop those of other tabs.
 */
export type PersistedAtom<Value> = WritableAtom<Value> & { latest: () => Value }

const engine = createStorageEngine()
setPersistentEngine(engine.storage, engine.events)

/**
 * A store that is saved in the browser (`@nanostores/persistent`). It starts with the initial value, like the server's
 * HTML, takes the stored value when first used in a browser, and follows other tabs and the back/forward cache.
 */
export function persisted<Value>({ name, read }: Persisted<Value>): PersistedAtom<Value> {
  const initial = read(undefined)
  const key = storageKey(name)
  const store = persistentAtom<Value>(key, initial, encoderOf(initial, read))
  engine.open(key)

  function latest(): Value {
    engine.restore(key)
    return store.get()
  }

  return Object.assign(store, { latest })
}

/**
 * Encodes as JSON and remembers the last text with its value: a text that is read is stored unchanged, so that tabs do
 * not notify each other in a loop. The initial value is stored by removing the key.
 */
function encoderOf<Value>(initial: Value, read: (stored: unknown) => Value) {
  const initialText = JSON.stringify(initial)
  let known: { text: string | undefined; value: Value } = { text: undefined, value: initial }

  function encode(value: Value): string | undefined {
    if (value === known.value) return known.text
    const text = JSON.stringify(value)
    known = { text: text === initialText ? undefined : text, value }
    return known.text
  }

  function decode(text: string): Value {
    if (text !== known.text) known = { text, value: read(parseJson(text)) }
    return known.value
  }

  return { encode, decode }
}
