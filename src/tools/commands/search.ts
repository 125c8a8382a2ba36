import { insertInvalidations } from '../../server/catalog/change-queries.ts'
import { rebuildIndex } from '../../server/search/rebuild-index.ts'
import { searchMisses } from '../../server/search/search-misses.ts'
import { operatorCommand, type Answer, type OperatorShop } from '../operator-command.ts'
import { textTable } from '../text-table.ts'

const maxListed = 100

const usage = `Usage: npm run shop -- search <command> [options]

  misses                        the searches of the last 90 days that found nothing, or left words out, the most
                                frequent first; nothing about who searched is kept
  rebuild                       reads all products for the search anew, so that older ones are found by all that a
                                newer program understands; the shop goes on meanwhile

  --json                        output for programs
  --help                        shows this text`

/** The `search` command of `npm run shop`. */
export const run = operatorCommand({ name: 'search', usage, commands: { misses, rebuild }, options: {} })

async function misses({ db }: OperatorShop): Promise<Answer> {
  const data = await searchMisses(db, maxListed)
  const lines = data.map((row) => [row.query, row.language, String(row.misses), row.last_at.slice(0, 10)])
  return { data, lines: textTable(['SEARCH', 'LANGUAGE', 'TIMES', 'LAST'], lines) }
}

async function rebuild({ db, kind, now }: OperatorShop): Promise<Answer> {
  const products = await rebuildIndex(db, kind)
  await db.transaction().execute((trx) => insertInvalidations(trx, ['catalog'], now().toISOString()))
  return { data: { products }, lines: [`The search has read ${products} products anew.`] }
}
