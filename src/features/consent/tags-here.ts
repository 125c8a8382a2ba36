import { cacheableScreens, type Screen } from '../../routes.ts'

/**
 * Whether the owner's tags may run on a page: on the public screens alone, which are the same for everybody. A tag sees all
 * of its page, so never where somebody signs in, types an address, pays or reads an order; nor where an address opens
 * something by itself.
 */
export function mayTagsRun(screen: Screen | undefined, query: URLSearchParams): boolean {
  return screen !== undefined && cacheableScreens.includes(screen) && !query.has('token')
}
