import { consoleScreenOf, isConsolePath } from '../../../console-routes.ts'
import { allCalls } from '../../../contracts/calls/all-calls.ts'
import { matchScreen } from '../../../routes.ts'

const calls = Object.values(allCalls).map(({ contract: { path } }) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\[\w+\]/g, '[^/]+')}$`),
}))

/**
 * Names the route of a request, by its path without query: a screen, a screen of the console, or the path of a call.
 * Everything else is `other`, so that visitors cannot make names up.
 */
export function routeOf(pathname: string): string {
  if (/^\/(?:pictures|documents|feeds)\//.test(pathname)) return 'files'
  if (/^\/(?:health|ready|serve)z$/.test(pathname)) return 'health'
  if (isConsolePath(pathname)) return `console ${consoleScreenOf(pathname) ?? 'missing'}`
  return matchScreen(pathname)?.screen ?? calls.find(({ pattern }) => pattern.test(pathname))?.path ?? 'other'
}
