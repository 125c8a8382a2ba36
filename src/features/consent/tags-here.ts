import { cacheableScreens, matchScreen, type Screen } from '../../routes.ts'

/** Where events of other pages are kept for the next page where tags may run; a withdrawal of consent forgets them. */
export const queuedEventsName = 'events'

/**
 * Whether the owner's tags may run on a page: on the public screens alone, which are the same for everybody. A tag sees
 * all of its page, so never where somebody signs in, types an address, pays or reads an order; nor where an address
 * opens something by itself.
 */
export function mayTagsRun(screen: Screen | undefined, query: URLSearchParams): boolean {
  return screen !== undefined && cacheableScreens.includes(screen) && !query.has('token')
}

/** Like `mayTagsRun`, for the page that this browser shows. */
export function mayTagsRunHere(): boolean {
  return mayTagsRun(matchScreen(location.pathname)?.screen, new URLSearchParams(location.search))
}
