import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../support/test-database.ts'

test('what staff find orders by is read from an index, without the orders', async () => {
  const { db, close } = await freshDatabase()
  try {
    const { rows } = await sql<{ detail: string }>`explain query plan
      select seq, number, phone, (case when json_valid(address)
        then ' ' || (address ->> 'name') || ' ' || (address ->> 'organization') end) as buyer
      from orders indexed by orders_by_buyer order by seq desc limit 100000`.execute(db)
    expect(rows.map(({ detail }) => detail)).toEqual(['SCAN orders USING COVERING INDEX orders_by_buyer'])
  } finally {
    await close()
  }
})
