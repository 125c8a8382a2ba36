import type { TestShop } from '../../support/test-shop.ts'
import { fixtureShop, type Clock } from '../ordering/checkout/buyer.ts'

const company = {
  name: 'Teile GmbH',
  organizationNumber: 'Amtsgericht München HRB 12345',
  vatNumber: 'DE136695976',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  contact: { sv: { address: ['Platz 1', '80331 München'], email: 'hallo@teile.example' } },
}

/** Units of a currency for one euro, in millionths. */
export const perEuro = { SEK: 11_351_200, NOK: 11_702_300, DKK: 7_460_100, GBP: 853_700, USD: 1_081_900 } as const

const swapped = (json: string): string =>
  json.replaceAll('"SEK"', '"?"').replaceAll('"EUR"', '"SEK"').replaceAll('"?"', '"EUR"')

/** Data of the fixture shop as the shop in Germany has it. */
export const asGerman = <Data>(data: Data): Data => JSON.parse(swapped(JSON.stringify(data))) as Data

/** The fixture shop as if it had opened in Germany: all of its amounts in SEK are in EUR, and those in EUR in SEK. */
export async function germanFixtureShop(clock?: Clock): Promise<TestShop> {
  const shop = await fixtureShop(clock)
  const { db } = shop
  for (const table of ['prices', 'price_history'] as const) {
    await db.updateTable(table).set({ currency: 'NOK' }).where('currency', '=', 'EUR').execute()
    await db.updateTable(table).set({ currency: 'EUR' }).where('currency', '=', 'SEK').execute()
    await db.updateTable(table).set({ currency: 'SEK' }).where('currency', '=', 'NOK').execute()
  }
  await db.updateTable('campaign_prices').set({ currency: 'EUR' }).execute()
  for (const { code, fixed_amounts: amounts } of await db.selectFrom('coupons').selectAll().execute())
    await db
      .updateTable('coupons')
      .set({ fixed_amounts: amounts && swapped(amounts) })
      .where('code', '=', code)
      .execute()
  await db.deleteFrom('currency_rates').execute()
  await db
    .insertInto('currency_rates')
    .values(
      Object.entries(perEuro).map(([currency, per_sek_micro]) => ({
        currency: currency as keyof typeof perEuro,
        per_sek_micro,
        valid_from: '2020-01-01',
      })),
    )
    .execute()
  const reduced = { country: 'DE', vat_class: 'reduced', rate: 700, valid_from: '2020-01-01' }
  await db.insertInto('vat_rates').values(reduced).execute()
  await put(shop, 'home', { country: 'DE', currency: 'EUR' })
  await put(shop, 'company', company)
  await shop.settings.refresh()
  return shop
}

async function put({ db, now }: TestShop, name: string, value: object): Promise<void> {
  const row = { name, value: JSON.stringify(value), changed_at: now().toISOString() }
  await db.deleteFrom('shop_settings').where('name', '=', name).execute()
  await db.insertInto('shop_settings').values(row).execute()
}
