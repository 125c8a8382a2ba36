import { persistentAtom, setPersistentEngine } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'
import { createStorageEngine } from './storage-engine.ts'
import { parseJson, storageKey } from './storage.ts'

/** `read` makes a value of whatever lies in the storage, and the initial one of undefined; it never throws. */
type Persisted<Value> = { name: string; read: (stored: unknown) => Value }

/**
 * `latest()` is the value with what other tabs have stored up to now, even before this tab was told. Every change
 * starts from it, so that the last writer drops nothing of the others.
 */
export type PersistedAtom<Value> = WritableAtom<Value> & { latest: () => Value }

const engine = createStorageEngine()
setPersistentEngine(engine.storage, engine.events)

/**
 * A store that outlives the page (`@nanostores/persistent`). It begins as the initial value, like the server's HTML,
 * takes the stored one when first used in a browser, and follows other tabs and pages brought back by Back.
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
 * JSON, with the last text and its value kept together: reading a text stores the same text again, so that no tab
 * answers another for ever. The initial value is kept as no key at all.
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
