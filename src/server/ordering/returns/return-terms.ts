import { isComplaint, type ReturnReason } from '../../../domain/orders/returns.ts'
import { returnsSettings, type ReturnTerms } from '../../../domain/settings/returns.ts'
import { settingValueJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { valuesBeforeChangesSince } from '../../platform/settings/settings-queries.ts'
import { settingsNow } from '../../platform/settings/shop-settings.ts'
import { placedAt } from '../orders/fulfilment-queries.ts'

/** Reads the terms of return that an order was placed under; what changed since then does not count for it. */
export async function returnTermsOf(db: Queryable, orderId: string): Promise<ReturnTerms> {
  const { returns } = await settingsNow(db)
  const placed = await placedAt(db, orderId)
  const changes = placed === null ? [] : await valuesBeforeChangesSince(db, 'returns', placed)
  const then = new Map(changes.toReversed().map(({ name, before }) => [name.slice('returns.'.length), before]))
  const values = [...then].map(([name, before]) => [name, settingValueJson.read(before)])
  return returnsSettings.parse({ ...returns, ...Object.fromEntries(values) })
}

/** Tells whether the shop pays for sending these parts back. */
export function isPaidByShop({ freight }: ReturnTerms, lines: readonly { reason: ReturnReason }[]): boolean {
  return freight === 'shop' || lines.every(({ reason }) => isComplaint(reason))
}
