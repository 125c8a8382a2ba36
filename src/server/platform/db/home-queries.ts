import type { Home } from '../../../domain/places/home.ts'
import { homeSettings } from '../../../domain/settings/home.ts'
import { settingsJson } from './json-columns.ts'
import type { Queryable } from './tables.ts'

/**
 * Reads the shop's home country and base currency, for what has no settings at hand. They do not change any more once
 * the shop has a price or an order.
 */
export async function homeNow(db: Queryable): Promise<Home> {
  const row = await db.selectFrom('shop_settings').select('value').where('name', '=', 'home').executeTakeFirst()
  return homeSettings.parse(row ? settingsJson.read(row.value) : {})
}
