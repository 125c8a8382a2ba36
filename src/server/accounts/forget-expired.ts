import { deleteSavedCartsBefore } from '../cart/saved-cart-queries.ts'
import { forgetNetworks } from '../orders/hold-queries.ts'
import type { Shop } from '../shop.ts'
import { forgetConfirmations } from '../vat-check/vat-standing.ts'
import { deleteExpiredLinks } from './link-queries.ts'
import { deleteExpiredTokens, deleteSessions, expiredSessionIds } from './session-queries.ts'

const AT_ONCE = 500
/** A saved cart that nobody has touched for longer is nobody's wish any more. */
const savedCartDays = 365
/** Where an order was placed from is kept as long as misuse is looked into (GDPR 5(1)(e)). */
const networkDays = 30
const DAY_MS = 86_400_000

/** Deletes sessions, tokens and links that open nothing any more, VAT numbers' confirmations that are too old to count, and carts that were left for a year. */
export async function forgetExpired({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const at = now().toISOString()
  const ids = await expiredSessionIds(db, at, AT_ONCE)
  await db.transaction().execute((trx) => deleteSessions(trx, ids))
  await deleteExpiredTokens(db, at)
  await deleteExpiredLinks(db, at)
  await forgetConfirmations({ db, now })
  await deleteSavedCartsBefore(db, new Date(now().getTime() - savedCartDays * DAY_MS).toISOString())
  await forgetNetworks(db, new Date(now().getTime() - networkDays * DAY_MS).toISOString())
}
