import { cacheableScreens, screenNames, type Screen } from '../../routes.ts'

/**
 * Parses `excel-order=account my-order=a,b`: middleware by screen; undefined when a screen is unknown or cached for
 * all visitors.
 */
export function parsePageMiddleware(text: string): ReadonlyMap<Screen, readonly string[]> | undefined {
  const pairs = text
    .split(/\s+/)
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('='))
  const screens = new Set<string>(screenNames.filter((screen) => !cacheableScreens.includes(screen)))
  if (pairs.some(([screen = '', names = '', ...more]) => !screens.has(screen) || names === '' || more.length > 0))
    return undefined
  return new Map(pairs.map(([screen, names = '']) => [screen as Screen, names.split(',')]))
}
