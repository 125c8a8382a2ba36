import { expect, test } from 'vitest'
import { attributeScreen } from '../../../src/server/console/attributes/attribute-page.ts'
import { brandsScreen } from '../../../src/server/console/brands/brands-page.ts'
import { customersScreen } from '../../../src/server/console/customers/customers-page.ts'
import { deviceScreen } from '../../../src/server/console/devices/device-page.ts'
import { devicesScreen } from '../../../src/server/console/devices/devices-page.ts'
import { figuresScreen } from '../../../src/server/console/figures/figures-page.ts'
import { findScreen } from '../../../src/server/console/find/find-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { productsScreen } from '../../../src/server/console/products/products-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { outcome, signedIn } from './at-console.ts'

/** The shop, with a list of the tables that are read for reports. */
function withReports(shop: Shop): { shop: Shop; tables: string[] } {
  const tables: string[] = []
  const reportDb = new Proxy(shop.db, {
    get: (db, name) => {
      if (name === 'selectFrom' || name === 'getExecutor') tables.push(name)
      const value: unknown = Reflect.get(db, name, db)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
  return { shop: { ...shop, reportDb }, tables }
}

test('what may take long in a large shop is read beside what shoppers wait for', async () => {
  await using opened = await fixtureShop()
  const { shop, tables } = withReports(opened)
  const owner = await signedIn(shop, 'owner')
  const { id: attribute } = await shop.db.selectFrom('attributes').select('id').limit(1).executeTakeFirstOrThrow()
  const { id: device } = await shop.db.selectFrom('devices').select('id').limit(1).executeTakeFirstOrThrow()
  const screens: [
    string,
    ConsoleScreenFunction<unknown>,
    { params?: Record<string, string>; query?: Record<string, string> },
  ][] = [
    ['figures', figuresScreen, {}],
    ['products', productsScreen, {}],
    ['brands', brandsScreen, {}],
    ['devices', devicesScreen, {}],
    ['device', deviceScreen, { params: { id: device } }],
    ['customers', customersScreen, {}],
    ['attribute', attributeScreen, { params: { id: attribute } }],
    ['find', findScreen, { query: { q: 'a part' } }],
  ]
  for (const [name, screen, asked] of screens) {
    tables.length = 0
    const { status } = await outcome(shop, owner, screen, asked)
    expect([name, status, tables.length > 0]).toEqual([name, 200, true])
  }
})
