import { expect, test, vi } from 'vitest'
import { readAhead } from '../../../src/server/storefront/read-ahead.ts'
import { freshShop } from '../../support/test-shop.ts'

test('what lists keep is read ahead, and the first list does not read it again', async () => {
  await using shop = await freshShop({ seeded: true })
  await readAhead(shop)
  const asked = vi.spyOn(shop.listDb, 'selectFrom')
  expect((await shop.catalogIndex.columns()).listed().length).toBeGreaterThan(0)
  expect(asked.mock.calls.filter(([table]) => String(table) === 'search_documents as d')).toEqual([])
})

test('a shop starts although nothing can be read ahead, and the log says why', async () => {
  await using shop = await freshShop({ seeded: true })
  vi.spyOn(shop.catalogIndex, 'columns').mockRejectedValue(new Error('The database is gone.'))
  const warned = vi.spyOn(shop.log, 'warn').mockReturnValue(undefined)
  await readAhead(shop)
  expect(warned).toHaveBeenCalledTimes(1)
})
