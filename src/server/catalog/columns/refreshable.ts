/** A value that is computed from the database, and computed again in the background when it may be out of date. */
export type Refreshable<Value> = {
  value: Promise<Value>
  isStale: boolean
  /** Whether the last attempt to read it again has failed. */
  hasFailed: boolean
  next: Promise<unknown> | undefined
}

/** Functions that are called when a value was read again, or could not be. */
type Listeners = {
  /** Gets how many milliseconds pages may have been made from the value before; `hasFailed` is still as before. */
  replaced: (afterMs: number) => void
  /** Gets the error of the first reading that failed after one that did not. */
  failed: (error: unknown) => void
}

/** A value that is up to date when it has been read. */
export function refreshable<Value>(value: Promise<Value>): Refreshable<Value> {
  return { value, isStale: false, hasFailed: false, next: undefined }
}

/** Waits for a value that is being read again, up to a time, and returns the newest there is. */
export async function waitFor<Value>(milliseconds: number, known: Refreshable<Value>): Promise<Value> {
  if (known.next) {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))
    await Promise.race([known.next, timeout])
    clearTimeout(timer)
  }
  return known.value
}

/**
 * Reads a value again; what becomes stale meanwhile is read once more after that. A failed reading leaves the value as
 * it was, and stale.
 */
export function refresh<Value>(known: Refreshable<Value>, read: () => Promise<Value>, listeners: Listeners): void {
  if (known.next) return
  known.isStale = false
  known.next = replace(known, read, listeners)
}

async function replace<Value>(
  known: Refreshable<Value>,
  read: () => Promise<Value>,
  { replaced, failed }: Listeners,
): Promise<void> {
  const startedAt = performance.now()
  try {
    known.value = Promise.resolve(await read())
    replaced(performance.now() - startedAt)
    known.hasFailed = false
  } catch (error) {
    known.isStale = true
    if (!known.hasFailed) failed(error)
    known.hasFailed = true
  } finally {
    known.next = undefined
  }
}
