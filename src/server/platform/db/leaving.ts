import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Aborted when the shopper whose page is being made has left; set for reading alone, what was posted is carried out.
 */
export const leaving = new AsyncLocalStorage<AbortSignal>()
