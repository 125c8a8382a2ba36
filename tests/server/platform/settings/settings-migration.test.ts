import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { up } from '../../../../src/server/platform/db/migrations/0037-settings.ts'
import { ShopSettings } from '../../../../src/server/platform/settings/shop-settings.ts'
import { accountRows } from '../../../../src/tools/demo/commerce/accounts.ts'
import { demoSettings } from '../../../../src/tools/demo/content/demo-settings.ts'
import { freshShop, type TestShop } from '../../../support/test-shop.ts'

/** The schema of the release before settings were in the database. */
async function beforeSettings({ db }: TestShop): Promise<void> {
  for (const table of ['shop_settings', 'settings_history']) await db.schema.dropTable(table).execute()
}

test("a database with the demo's accounts keeps its company; any other one begins with neutral settings", async () => {
  await using demo = await freshShop()
  await beforeSettings(demo)
  const { customers } = accountRows(demo.now(), () => 'a long password of a test')
  await demo.db.insertInto('customers').values(customers).execute()
  await up(demo.db as unknown as Kysely<unknown>, demo.kind)
  expect((await ShopSettings.open(demo.db)).all).toMatchObject({
    company: demoSettings.company,
    // What the brand says on the home page came later.
    brand: { ...demoSettings.brand, home: { title: { en: '', sv: '' }, description: { en: '', sv: '' } } },
  })
  await using other = await freshShop({ seeded: true })
  await beforeSettings(other)
  await up(other.db as unknown as Kysely<unknown>, other.kind)
  expect((await ShopSettings.open(other.db)).seller('sv').name).toBe('Our shop')
})
