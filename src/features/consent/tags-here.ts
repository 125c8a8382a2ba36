import type { Screen } from '../../routes.ts'

/** Screens whose address opens something by itself, for whoever reads it. */
const secretScreens: ReadonlySet<Screen> = new Set<Screen>(['subscription', 'notify-me', 'unsubscribe', 'page-preview', 'sandbox-payment'])

/** Whether the owner's tags may run on a page: they report its address to others, so not where that is a secret. */
export function mayTagsSeeAddress(screen: Screen | undefined, query: URLSearchParams): boolean {
  return !query.has('token') && (screen === undefined || !secretScreens.has(screen))
}
