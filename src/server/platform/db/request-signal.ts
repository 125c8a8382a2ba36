import { AsyncLocalStorage } from 'node:async_hooks'

/** Aborted when the shopper leaves before the page is complete. Set for reads only; writes are always finished. */
export const requestSignal = new AsyncLocalStorage<AbortSignal>()

const neverAborted = new AbortController().signal

/** Runs a read that other requests wait for too: it does not end when the shopper who was first leaves. */
export function runDetached<Value>(read: () => Promise<Value>): Promise<Value> {
  return requestSignal.run(neverAborted, read)
}
