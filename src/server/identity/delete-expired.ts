import { invitationKnownSeconds, staffKnownSeconds } from '../../domain/staff/staff-limits.ts'
import { forgetConfirmations } from '../pricing/vat-check/check-vat-number.ts'
import { deleteExpiredLinks } from './login/link-queries.ts'
import { deleteExpiredTokens, deleteSessions, expiredSessionIds } from './sessions/session-queries.ts'
import type { Shop } from './shop.ts'
import { deleteExpiredStaffRows } from './staff/session-queries.ts'

const batchSize = 500

/** Deletes expired sessions, tokens, links and VAT number confirmations, those of staff too. */
export async function deleteExpired({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const at = now().toISOString()
  let ids: string[]
  do {
    ids = await expiredSessionIds(db, at, batchSize)
    await db.transaction().execute((trx) => deleteSessions(trx, ids))
  } while (ids.length === batchSize)
  while ((await deleteExpiredTokens(db, at, batchSize)) === batchSize);
  await deleteExpiredLinks(db, at)
  const ago = (seconds: number) => new Date(now().getTime() - seconds * 1000).toISOString()
  const [sessionsAt, invitationsAt] = [ago(staffKnownSeconds), ago(invitationKnownSeconds)]
  await deleteExpiredStaffRows(db, { at, sessionsAt, invitationsAt })
  await forgetConfirmations({ db, now })
}
