import { isBuiltin } from 'node:module'
import type { SourceFile } from './source-files.ts'

/** What each module may import besides itself. A module that is not listed may import nothing. */
const below = {
  domain: [],
  contracts: ['domain'],
  routes: ['domain'],
  'console-routes': [],
  i18n: ['domain'],
  styles: [],
  browser: ['contracts', 'domain', 'routes', 'i18n'],
  ui: ['contracts', 'domain', 'i18n', 'styles'],
  features: ['browser', 'ui', 'contracts', 'domain', 'routes', 'i18n', 'styles'],
  console: ['browser', 'ui', 'contracts', 'domain', 'routes', 'console-routes', 'i18n', 'styles'],
  layouts: [
    'features',
    'console',
    'browser',
    'ui',
    'contracts',
    'domain',
    'routes',
    'console-routes',
    'i18n',
    'styles',
  ],
  server: ['contracts', 'domain', 'routes', 'console-routes', 'i18n'],
} as const

const everything = ['layouts', ...below.layouts, 'server']
const modulesOnTop = new Set(['pages', 'tools', 'main'])
/** Files beside main.ts that put the shop together; routes.ts is a module of its own. */
const composition = new Set([
  'main',
  'serve',
  'render-pages',
  'middleware',
  'console-middleware',
  'cache-provider',
  'cacheable-pages',
  'env',
])
const modulesOfTheBrowser = new Set([
  'domain',
  'contracts',
  'routes',
  'console-routes',
  'i18n',
  'browser',
  'ui',
  'features',
  'console',
])

/**
 * Features import only from groups further down; a feature that is not listed imports no other and is imported by none.
 */
const featureOrder = [
  ['checkout', 'orders', 'account', 'home', 'excel-order'],
  ['product', 'category', 'search', 'deal', 'guides'],
  ['device-finder'],
  ['listing'],
  ['cart'],
  ['discounts'],
  ['auth', 'region'],
  ['tracking'],
  ['consent', 'history'],
]

/** Modules of the server import only what stands further down, so that no two of them know each other. */
const serverOrder = [
  'jobs',
  'console',
  'preflight',
  'api',
  'notifications',
  'ordering',
  'storefront',
  'payments',
  'identity',
  'pricing',
  'content',
  'backup',
  'catalog',
  'search',
  'platform',
]

/** `src/server/platform/db/connect.ts` is in `server`, `src/middleware.ts` in `main`. */
export function moduleOf(file: string): string {
  const [, name = ''] = file.split('/')
  const base = name.replace(/(\.d)?\.ts$/, '')
  return composition.has(base) ? 'main' : base
}

const featureOf = (file: string): string => file.split('/')[2] ?? ''
const levelOf = (feature: string): number => featureOrder.findIndex((group) => group.includes(feature))

/** @returns why `from` must not import `target` (a path from the root, or a package), or undefined when it may. */
export function whyForbidden(from: string, target: string, client = false): string | undefined {
  if (target.startsWith('src/')) return whyModuleForbidden(from, target, client)
  if (target.startsWith('tests/')) return moduleOf(from) === 'tools' ? undefined : 'the shop must run without its tests'
  return whyPackageForbidden(from, target)
}

function whyModuleForbidden(from: string, target: string, client: boolean): string | undefined {
  const [own, other] = [moduleOf(from), moduleOf(target)]
  if (client && !below.layouts.some((allowed) => allowed === other) && own !== other)
    return `a script in the browser must not load ${other}`
  if (own === 'features' && other === 'features') return whyFeatureForbidden(featureOf(from), featureOf(target))
  if (own === 'server' && other === 'server') return whyServerForbidden(from, target)
  if (own === 'pages' && other === 'pages') return 'pages do not import each other'
  if (own === other || allowedBelow(own).includes(other)) return undefined
  return `${own} must not import ${other}`
}

function allowedBelow(own: string): readonly string[] {
  if (own === 'tools') return [...everything, 'main']
  if (modulesOnTop.has(own)) return everything
  return own in below ? below[own as keyof typeof below] : []
}

function whyFeatureForbidden(feature: string, other: string): string | undefined {
  if (feature === other) return undefined
  const [level, otherLevel] = [levelOf(feature), levelOf(other)]
  return level >= 0 && otherLevel > level ? undefined : `feature ${feature} must not import feature ${other}`
}

function whyServerForbidden(from: string, target: string): string | undefined {
  if (isInServerRoot(from)) return undefined
  const [module, other] = [featureOf(from), featureOf(target)]
  const [level, otherLevel] = [serverOrder.indexOf(module), serverOrder.indexOf(other)]
  if (module === other && level >= 0) return undefined
  return level >= 0 && otherLevel > level ? undefined : `server module ${module} must not import ${other}`
}

/** `src/server/create-shop.ts` puts the modules together. */
function isInServerRoot(file: string): boolean {
  return /^src\/server\/[^/]+$/.test(file)
}

function whyPackageForbidden(from: string, name: string): string | undefined {
  const own = moduleOf(from)
  if (own === 'domain' && name !== 'zod/mini') return 'domain imports nothing but zod/mini and its own module'
  if (!modulesOfTheBrowser.has(own) || from.endsWith('.astro')) return undefined
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
