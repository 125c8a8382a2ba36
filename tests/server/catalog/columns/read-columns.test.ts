import { expect, test } from 'vitest'
import { readColumns } from '../../../../src/server/catalog/columns/read-columns.ts'
import { StatementTimeout } from '../../../../src/server/platform/db/statement-timeout.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'
import { writeManyProducts } from '../many-products.ts'

/** Reads the columns of four products while some statements, by their number, are too slow. */
async function readWhile({ db, kind }: TestDatabase, isSlow: (nth: number) => boolean) {
  let asked = 0
  const listDb = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked += 1
      if (isSlow(asked)) throw new StatementTimeout()
      return result
    },
  })
  const columns = await readColumns(listDb, kind)
  return { asked, listed: columns.listed().length }
}

test('reading columns goes on with fewer products at a time where a statement was too slow', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  expect(await readWhile(database, (nth) => nth <= 2)).toEqual({ asked: 3, listed: 4 })
})

test('reading columns gives up where even a few products take too long', async () => {
  await using database = await freshDatabase()
  await writeManyProducts(database, 4)
  await expect(readWhile(database, () => true)).rejects.toThrow(StatementTimeout)
})
