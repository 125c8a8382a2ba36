import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { withOneOfValues } from '../../../src/server/search/hit-queries.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'

/** SQLite alone, because PostgreSQL chooses its plan by statistics. */
test('asks for the values of the found documents, not for all products with them', async () => {
  await using shop = await fixtureShop()
  const query = withOneOfValues(shop.db, shop.kind, [1, 2], [{ attributeId: 'tint', value: 'black' }])
  const { sql: text, parameters } = query.compile()
  const plan = await shop.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  )
  expect(plan.rows[0]?.detail).toMatch(/^SEARCH d /)
})
