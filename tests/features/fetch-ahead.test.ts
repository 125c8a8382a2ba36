import { beforeEach, expect, test, vi } from 'vitest'

let idle: { run: () => void; timeout: number | undefined }[]
let fetched: string[]
let asked: string[]
let page: EventTarget

/** A page that is being used, with an island whose code is at `/component-url.js` and `/renderer-url.js`. */
async function load(connection?: { saveData?: boolean; effectiveType?: string }): Promise<void> {
  vi.resetModules()
  vi.stubGlobal('navigator', { connection })
  const { fetchIslands } = await import('../../src/browser/fetch-islands.ts')
  void fetchIslands()
  page.dispatchEvent(new Event('pointermove'))
  await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  idle = []
  fetched = []
  asked = []
  page = new EventTarget()
  vi.stubGlobal('window', { requestIdleCallback: true })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('requestIdleCallback', (run: () => void, { timeout }: IdleRequestOptions = {}) =>
    idle.push({ run, timeout }),
  )
  const island = { getAttribute: (name: string) => `/${name}.js` }
  vi.stubGlobal('document', {
    documentElement: { lang: 'sv' },
    querySelectorAll: (selector: string) => {
      asked.push(selector)
      return [island]
    },
  })
  vi.stubGlobal('location', { href: 'http://shop.test/sv' })
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return new Response('')
  })
})

test('spec 9: prefetches when idle, after at most 2000 ms [9.prefetch.idle]', async () => {
  await load()
  expect([idle.map(({ timeout }) => timeout), fetched]).toEqual([[2_000], []])
  for (const { run } of idle) run()
  expect(fetched).toEqual(['http://shop.test/component-url.js', 'http://shop.test/renderer-url.js'])
})

test('spec 9: a browser that never reports idle fetches after 2000 ms [9.prefetch.idle]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('window', {})
  await load()
  vi.advanceTimersByTime(1_999)
  expect(fetched).toEqual([])
  vi.advanceTimersByTime(1)
  expect(fetched).toHaveLength(2)
  vi.useRealTimers()
})

test('prefetches only the code of frequently used islands', async () => {
  await load()
  for (const { run } of idle) run()
  expect(asked).toEqual(['astro-island[client="intent"][opts*="ahead"]'])
})

test('spec 9: prefetches nothing on 2g or with data saver [9.prefetch.saving]', async () => {
  for (const connection of [
    { saveData: true },
    { effectiveType: '2g' },
    { effectiveType: 'slow-2g' },
    { saveData: true, effectiveType: '4g' },
  ])
    await load(connection)
  expect(idle).toEqual([])
  for (const connection of [{ saveData: false, effectiveType: '3g' }, { effectiveType: '4g' }]) await load(connection)
  expect(idle).toHaveLength(2)
})
