import { atom } from 'nanostores'

/** Which products, by id, fit the shopper's device, and which are recorded for other devices only. */
export type KnownFits = { device: string; fitting: ReadonlySet<string>; other: ReadonlySet<string> }

/** What is known of the device that the shopper looks for parts for; null without one. */
export const $fits = atom<KnownFits | null>(null)

/** Whether a product fits the device; undefined for one that is not known, or fits anything. */
export function fitOf(known: KnownFits | null, productId: string): 'yes' | 'no' | undefined {
  if (known?.fitting.has(productId)) return 'yes'
  return known?.other.has(productId) ? 'no' : undefined
}
