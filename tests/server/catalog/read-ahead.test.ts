import { expect, test, vi } from 'vitest'
import { readingAhead } from '../../../src/server/storefront/read-ahead.ts'
import { freshShop } from '../../support/test-shop.ts'

test('what lists keep is read ahead, and the first list does not read it again', async () => {
  await using shop = await freshShop({ seeded: true })
  const ahead = readingAhead(shop)
  expect(ahead.isStarting()).toBe(true)
  await ahead.begin()
  expect(ahead.isStarting()).toBe(false)
  const asked = vi.spyOn(shop.listDb, 'selectFrom')
  expect((await shop.catalogIndex.columns()).listed().length).toBeGreaterThan(0)
  expect(asked.mock.calls.filter(([table]) => String(table) === 'search_documents as d')).toEqual([])
})

test('a shop starts although nothing can be read ahead, and the log says why', async () => {
  await using shop = await freshShop({ seeded: true })
  vi.spyOn(shop.catalogIndex, 'columns').mockRejectedValue(new Error('The database is gone.'))
  const warned = vi.spyOn(shop.log, 'warn').mockReturnValue(undefined)
  const ahead = readingAhead(shop)
  await ahead.begin()
  expect([warned.mock.calls.length, ahead.isStarting()]).toEqual([1, false])
})

test('a shop with very many products is ready before all of them are read', async () => {
  await using shop = await freshShop({ seeded: true })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    vi.spyOn(shop.catalogIndex, 'columns').mockReturnValue(new Promise(() => {}))
    const ahead = readingAhead(shop)
    void ahead.begin()
    vi.advanceTimersByTime(9_999)
    expect(ahead.isStarting()).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(ahead.isStarting()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
