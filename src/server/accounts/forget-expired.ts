import type { Shop } from '../shop.ts'
import { deleteExpiredLinks } from './link-queries.ts'
import { deleteExpiredTokens, deleteSessions, expiredSessionIds } from './session-queries.ts'

const AT_ONCE = 500

/** Deletes sessions, tokens and links that open nothing any more. */
export async function forgetExpired({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const at = now().toISOString()
  const ids = await expiredSessionIds(db, at, AT_ONCE)
  await db.transaction().execute((trx) => deleteSessions(trx, ids))
  await deleteExpiredTokens(db, at)
  await deleteExpiredLinks(db, at)
}
