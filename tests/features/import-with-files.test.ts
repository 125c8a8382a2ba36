import { beforeEach, expect, test, vi } from 'vitest'
import { importWithFiles } from '../../src/browser/import-with-files.ts'

class Link extends EventTarget {
  rel = ''
  href = ''
  remove(): void {
    head = head.filter((each) => each !== this)
  }
}

let head: Link[] = []
const events = new EventTarget()

beforeEach(() => {
  head = []
  vi.stubGlobal('dispatchEvent', (event: Event) => events.dispatchEvent(event))
  vi.stubGlobal('document', {
    createElement: () => new Link(),
    querySelector: (selector: string) => head.find(({ href }) => selector === `link[href="${href}"]`) ?? null,
    head: { append: (link: Link) => head.push(link) },
  })
})

function failuresTold(): unknown[] {
  const told: unknown[] = []
  events.addEventListener('vite:preloadError', (event) => told.push(Reflect.get(event, 'payload')), { once: true })
  return told
}

test('the imports of a chunk are fetched with it, each file once per page', async () => {
  const load = vi.fn(async () => 'module')
  expect(await importWithFiles(load, ['_astro/shop.js', '_astro/quiet.js'])).toBe('module')
  expect(await importWithFiles(load, ['_astro/shop.js'])).toBe('module')
  expect(head.map(({ rel, href }) => `${rel} ${href}`)).toEqual([
    'modulepreload /_astro/shop.js',
    'modulepreload /_astro/quiet.js',
  ])
})

test('a chunk runs after its styles are loaded', async () => {
  const load = vi.fn(async () => 'module')
  const imported = importWithFiles(load, ['_astro/excel-order.css'])
  await Promise.resolve()
  expect([head[0]?.rel, load.mock.calls.length]).toEqual(['stylesheet', 0])
  head[0]?.dispatchEvent(new Event('load'))
  expect(await imported).toBe('module')
})

test('styles that fail to load are reported, and fetched again by the next attempt', async () => {
  const told = failuresTold()
  const imported = importWithFiles(async () => 'module', ['_astro/excel-order.css'])
  await Promise.resolve()
  head[0]?.dispatchEvent(new Event('error'))
  await expect(imported).rejects.toThrow('/_astro/excel-order.css could not be loaded.')
  expect([told.length, head]).toEqual([1, []])
})

test('a chunk that fails to load is reported, so that the page reloads [8.chunk]', async () => {
  const told = failuresTold()
  const error = new TypeError('Failed to fetch dynamically imported module')
  await expect(importWithFiles(() => Promise.reject(error))).rejects.toBe(error)
  expect(told).toEqual([error])
})
