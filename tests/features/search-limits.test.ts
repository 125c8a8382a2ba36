import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSearch } from '../../src/features/search/search-store.ts'
import { openBrowser } from './browser-tabs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('spec 9: two characters after trimming are enough, one is not [9.search.minimum] [5.search.minimum]', async () => {
  const asked = async (text: string) => {
    const { calls } = openBrowser(() => Response.json({ products: [], categories: [] }))
    const search = createSearch()
    search.type(text)
    await vi.advanceTimersByTimeAsync(250)
    search.stop()
    return calls.filter(({ url }) => url.pathname === '/api/products').map(({ url }) => url.searchParams.get('query'))
  }
  expect([await asked('fa'), await asked('  fa '), await asked('f'), await asked(' f '), await asked('')]).toEqual([
    ['fa'],
    ['fa'],
    [],
    [],
    [],
  ])
})

test('spec 9: a search is sent after a pause of 250 ms, not before [9.search.debounce]', async () => {
  const { calls } = openBrowser(() => Response.json({ products: [], categories: [] }))
  const search = createSearch()
  search.type('fan')
  await vi.advanceTimersByTimeAsync(249)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls.length).toBeGreaterThan(0)
  search.stop()
})
