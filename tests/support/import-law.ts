import { isBuiltin } from 'node:module'
import type { SourceFile } from './source-files.ts'

/** What each room may import besides itself. Rooms that stand outside the list of the house may import nothing. */
const below = {
  domain: [],
  contracts: ['domain'],
  routes: ['domain'],
  i18n: ['domain'],
  styles: [],
  browser: ['contracts', 'domain', 'routes', 'i18n'],
  ui: ['contracts', 'domain', 'i18n', 'styles'],
  features: ['browser', 'ui', 'contracts', 'domain', 'routes', 'i18n', 'styles'],
  layouts: ['features', 'browser', 'ui', 'contracts', 'domain', 'routes', 'i18n', 'styles'],
  server: ['contracts', 'domain', 'routes', 'i18n'],
} as const

const everything = ['layouts', ...below.layouts, 'server']
const roomsOnTop = new Set(['pages', 'tools', 'main'])
/** Files beside main.ts that put the shop together; routes.ts alone stands there as a room of its own. */
const composition = new Set(['main', 'middleware', 'cache-provider', 'cacheable-pages', 'env'])
const roomsOfTheBrowser = new Set(['domain', 'contracts', 'routes', 'i18n', 'browser', 'ui', 'features'])

/**
 * Features import only from groups further down; a feature that is not listed imports no other and is imported by none.
 */
const featureOrder = [
  ['checkout', 'orders', 'account', 'home', 'excel-order'],
  ['product', 'category', 'search', 'deal'],
  ['device-finder'],
  ['listing'],
  ['cart'],
  ['discounts'],
  ['auth', 'region'],
  ['tracking'],
  ['consent'],
]

/** `src/server/db/connect.ts` is in `server`, `src/middleware.ts` in `main`. */
export function roomOf(file: string): string {
  const [, name = ''] = file.split('/')
  const base = name.replace(/(\.d)?\.ts$/, '')
  return composition.has(base) ? 'main' : base
}

const featureOf = (file: string): string => file.split('/')[2] ?? ''
const levelOf = (feature: string): number => featureOrder.findIndex((group) => group.includes(feature))

/** @returns why `from` must not import `target` (a path from the root, or a package), or undefined when it may. */
export function whyForbidden(from: string, target: string, client = false): string | undefined {
  if (target.startsWith('src/')) return whyRoomForbidden(from, target, client)
  if (target.startsWith('tests/')) return roomOf(from) === 'tools' ? undefined : 'the shop must run without its tests'
  return whyPackageForbidden(from, target)
}

function whyRoomForbidden(from: string, target: string, client: boolean): string | undefined {
  const [room, other] = [roomOf(from), roomOf(target)]
  if (client && !below.layouts.some((allowed) => allowed === other) && room !== other)
    return `a script in the browser must not load ${other}`
  if (room === 'features' && other === 'features') return whyFeatureForbidden(featureOf(from), featureOf(target))
  if (room === 'pages' && other === 'pages') return 'pages do not import each other'
  if (room === other || allowedBelow(room).includes(other)) return undefined
  return `${room} must not import ${other}`
}

function allowedBelow(room: string): readonly string[] {
  if (room === 'tools') return [...everything, 'main']
  if (roomsOnTop.has(room)) return everything
  return room in below ? below[room as keyof typeof below] : []
}

function whyFeatureForbidden(feature: string, other: string): string | undefined {
  if (feature === other) return undefined
  const [level, otherLevel] = [levelOf(feature), levelOf(other)]
  return level >= 0 && otherLevel > level ? undefined : `feature ${feature} must not import feature ${other}`
}

function whyPackageForbidden(from: string, name: string): string | undefined {
  const room = roomOf(from)
  if (room === 'domain' && name !== 'zod/mini') return 'domain imports nothing but zod/mini and its own room'
  if (!roomsOfTheBrowser.has(room) || from.endsWith('.astro')) return undefined
  if (name === 'zod') return 'a browser loads this: zod/mini instead of zod'
  if (isBuiltin(name)) return 'a browser loads this: no module of Node'
  if (['kysely', 'pg', 'pino', 'sharp'].includes(name)) return `${name} belongs to the server`
  return undefined
}

/** @returns the files of one import cycle, or undefined. */
export function findCycle(sources: Pick<SourceFile, 'file' | 'imports'>[]): string[] | undefined {
  const edges = new Map(sources.map(({ file, imports }) => [file, imports.map(({ target }) => target)]))
  const done = new Set<string>()
  const visit = (file: string, trail: string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of edges.get(file) ?? []) {
      const cycle = visit(next, [...trail, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of edges.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}
