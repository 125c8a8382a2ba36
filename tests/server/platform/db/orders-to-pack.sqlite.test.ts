import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isToPack } from '../../../../src/server/ordering/orders/list-queries.ts'
import { freshDatabase } from '../../../support/test-database.ts'

test('the orders that can be packed are read from an index of them alone', async () => {
  const { db, close } = await freshDatabase()
  try {
    const { rows } = await sql<{ detail: string }>`explain query plan
      select seq from orders where ${isToPack} order by seq limit 51`.execute(db)
    expect(rows[0]?.detail).toMatch(/^SEARCH orders USING (?:COVERING )?INDEX orders_to_pack \(status=\?\)$/)
  } finally {
    await close()
  }
})
