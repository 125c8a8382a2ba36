import { vi } from 'vitest'
import { parseJson } from '../../src/browser/storage.ts'
import type { TrackedEvent } from '../../src/features/tracking/events.ts'

type Cookie = { value: string; maxAge: number }
type Marked = { dataset: Record<string, string> }

/** A storage with enumerable keys, like a browser's. */
function openStorage() {
  const methods = {
    getItem(this: Record<string, string>, key: string): string | null {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string): void {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string): void {
      delete this[key]
    },
  }
  return Object.create(methods) as Pick<Storage, keyof typeof methods>
}

/** A browser's cookies and storage, shared by several pages. */
export function openConsentBrowser(cookies: Record<string, string> = {}) {
  const jar = new Map<string, Cookie>(
    Object.entries(cookies).map(([name, value]) => [name, { value, maxAge: Infinity }]),
  )
  return { jar, localStorage: openStorage(), sessionStorage: openStorage(), reports: new Array<unknown>() }
}
export type ConsentBrowser = ReturnType<typeof openConsentBrowser>

function storeCookie(jar: Map<string, Cookie>, text: string): void {
  const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(text) ?? []
  const maxAge = Number(/Max-Age=(\d+)/.exec(rest)?.[1])
  if (maxAge === 0) jar.delete(name)
  else jar.set(name, { value, maxAge })
}

/** A page in that browser: its own modules, a data layer, and elements with events. */
export async function openConsentPage(
  { jar, reports, ...storages }: ConsentBrowser,
  marked: Partial<Record<string, Marked[]>> = {},
  path = '/en',
) {
  vi.resetModules()
  const events = new EventTarget()
  const attributes = new Set<string>(['data-asks-consent'])
  const dataLayer: unknown[] = []
  const gtag = (...command: unknown[]) => dataLayer.push(command)
  const reload = vi.fn()
  vi.stubGlobal('window', { ...storages, dataLayer, gtag })
  vi.stubGlobal('localStorage', storages.localStorage)
  vi.stubGlobal('sessionStorage', storages.sessionStorage)
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, events[name].bind(events))
  vi.stubGlobal('location', {
    protocol: 'https:',
    hostname: 'shop.test',
    href: `https://shop.test${path}`,
    pathname: path,
    search: '',
    reload,
  })
  vi.stubGlobal('navigator', {
    cookieEnabled: true,
    userAgent: 'test',
    locks: { request: (_: string, run: () => void) => run() },
  })
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    reports.push(parseJson(String(body)))
    return new Response()
  })
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      storeCookie(jar, text)
    },
    documentElement: { lang: 'en', dataset: {}, removeAttribute: (name: string) => attributes.delete(name) },
    addEventListener: events.addEventListener.bind(events),
    querySelector: (selector: string) => marked[selector]?.[0] ?? null,
    querySelectorAll: (selector: string) => marked[selector] ?? [],
  })
  const consent = await import('../../src/features/consent/consent-state.ts')
  const tracking = await import('../../src/features/tracking/track.ts')
  return {
    ...consent,
    ...tracking,
    dataLayer,
    reload,
    isAsking: () => attributes.has('data-asks-consent'),
    /** Events as tags receive them, without resets and consent signals. */
    told: () =>
      dataLayer.filter(
        (entry): entry is TrackedEvent => typeof entry === 'object' && entry !== null && 'event' in entry,
      ),
  }
}
