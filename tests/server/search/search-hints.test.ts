import { expect, test } from 'vitest'
import { hintsFor } from '../../../src/server/search/search-hints.ts'
import { aCatalogue } from './a-catalogue.ts'

test(
  "shows a hint when the query starts its trigger, in the shopper's language" +
    ' [7.search-triggers.answer] [3.search-hint.fields]',
  async () => {
    await using shop = await aCatalogue()
    const hint = { id: 'delivery', hint: 'How we deliver', url: '/en/delivery', url_title: 'Delivery' }
    expect(await hintsFor(shop, { query: 'deliv', language: 'en' })).toEqual([hint])
    expect(await hintsFor(shop, { query: 'when is delivery', language: 'en' })).toEqual([hint])
    expect(await hintsFor(shop, { query: 'battery', language: 'en' })).toEqual([])
    expect(await hintsFor(shop, { query: 'leverans', language: 'en' })).toEqual([])
  },
)
