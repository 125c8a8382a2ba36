import type { Language } from '../../../../src/domain/places/locales.ts'
import { addToOutbox } from '../../../../src/server/platform/outbox/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'

/** Asks for the mail by which staff see that mails are sent. */
export async function testMail({ db, now }: Shop, language: Language, by: string): Promise<void> {
  const payload = { to: 'anna@example.se', language, by }
  await db.transaction().execute((trx) => addToOutbox(trx, { kind: 'mail.test', dedupeKey: 'test', payload }, now()))
}
