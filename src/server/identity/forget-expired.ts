import type { Shop } from './shop.ts'
import { staffKnownSeconds } from '../../domain/staff/staff-limits.ts'
import { forgetConfirmations } from '../pricing/vat-check/check-vat-number.ts'
import { deleteExpiredLinks } from './login/link-queries.ts'
import { deleteExpiredStaffRows } from './staff/session-queries.ts'
import { deleteExpiredTokens, deleteSessions, expiredSessionIds } from './sessions/session-queries.ts'

const batchSize = 500

/** Deletes expired sessions, tokens, links and VAT number confirmations, those of staff too. */
export async function forgetExpired({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const at = now().toISOString()
  let ids: string[]
  do {
    ids = await expiredSessionIds(db, at, batchSize)
    await db.transaction().execute((trx) => deleteSessions(trx, ids))
  } while (ids.length === batchSize)
  while ((await deleteExpiredTokens(db, at, batchSize)) === batchSize);
  await deleteExpiredLinks(db, at)
  const known = new Date(now().getTime() - staffKnownSeconds * 1000).toISOString()
  await deleteExpiredStaffRows(db, at, known)
  await forgetConfirmations({ db, now })
}
