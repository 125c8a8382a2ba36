/** Writes the shop that is not the demo to a new database file: `other-shop-program.ts FILE`. */
import { replaceSettings } from '../../src/server/platform/settings/change-settings.ts'
import { writeFixtureShop } from './fixture-shop.ts'
import { writeDatabase } from './new-database.ts'
import { otherShop } from './other-shop.ts'

const [file = ''] = process.argv.slice(2)
await writeDatabase(file, async (open) => {
  await writeFixtureShop(open)
  await replaceSettings(open.db, otherShop, { by: 'operator:test', now: new Date() })
})
