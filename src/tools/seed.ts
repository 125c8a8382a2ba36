import { join } from 'node:path'
import { catalogCounts } from '../server/catalog/product-queries.ts'
import { connect, type OpenDatabase } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { loadReferenceData } from '../server/db/reference-data.ts'
import type { Env } from '../server/env.ts'
import { databaseLocation } from '../server/db/database-location.ts'
import { demoCatalogue } from './demo/catalogue/demo-catalogue.ts'
import { renderPictures } from './demo/pictures.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { pictureChoices } from './demo/write-catalogue.ts'
import { withDatabase } from './open-database.ts'

export { demoLogins } from './demo/commerce/accounts.ts'

type Say = (line: string) => void

const usage = `Usage: npm run shop -- seed [--if-empty]

Fills an empty shop with the demo: parts, pictures, customers, coupons and pages. A shop that has products already is
left as it is; with --if-empty that is no mistake.`

/** The `seed` command of `npm run shop`. */
export async function run(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  return withDatabase(async (shop) => {
    const seeded = await seedWhenEmpty(shop, shop.env, (line) => console.log(line))
    if (seeded || args.includes('--if-empty')) return 0
    console.error('The shop has products already. The demo is only written into an empty shop.')
    return 1
  })
}

/** Fills an empty database with the demo shop, telling how far it is; does nothing when there is a product already. */
export async function seedIfEmpty(env: Env, say: Say): Promise<void> {
  const open = connect(databaseLocation(env))
  try {
    await migrate(open)
    await seedWhenEmpty(open, env, say)
  } finally {
    await open.db.destroy()
  }
}

/** Pictures come first: as long as they are not all there the database stays empty, and the next start goes on. */
async function seedWhenEmpty(open: OpenDatabase, env: Env, say: Say): Promise<boolean> {
  await loadReferenceData(open)
  if ((await catalogCounts(open.db)).products > 0) return false
  const began = performance.now()
  const wanted = pictureChoices(demoCatalogue('full', new Date()).parts.map(({ part }) => part))
  say(`Drawing ${wanted.length} pictures of parts …`)
  await renderPictures(wanted, join(env.SHOP_DATA, 'pictures'), everyQuarter(say))
  say('Writing the demo shop …')
  const { parts } = await seedDemo(open)
  say(`The demo shop has ${parts.length} products (${((performance.now() - began) / 1000).toFixed(0)} s).`)
  return true
}

function everyQuarter(say: Say): (done: number, of: number) => void {
  return (done, of) => {
    const quarter = Math.floor((done * 4) / of)
    if (quarter < 4 && quarter > Math.floor(((done - 1) * 4) / of)) say(`  ${quarter * 25} %`)
  }
}
