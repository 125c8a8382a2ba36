import { AsyncLocalStorage } from 'node:async_hooks'

/** Aborted when the shopper leaves before the page is complete. Set for reads only; writes are always finished. */
export const requestSignal = new AsyncLocalStorage<AbortSignal>()
