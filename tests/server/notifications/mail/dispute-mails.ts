import type { Language } from '../../../../src/domain/places/locales.ts'
import { orderSamples } from '../../../../src/server/notifications/mail-samples/order-samples.ts'
import { newId } from '../../../../src/server/platform/ids.ts'
import { addToOutbox } from '../../../../src/server/platform/outbox/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'

/** Mails whose cases need a dispute or gift cards, as samples; console/open-disputes.test.ts has real ones. */
export async function disputeMails(shop: Shop, language: Language): Promise<void> {
  for (const mail of ['dispute_won', 'refund_set_off', 'order_cancelled', 'refunded', 'return', 'withdrawal'] as const)
    for (const at of orderSamples[mail].keys()) {
      const payload = { to: 'anna@example.se', language, mail, at, texts: {} }
      await shop.db
        .transaction()
        .execute((trx) => addToOutbox(trx, { kind: 'mail.sample', dedupeKey: newId(), payload }, shop.now()))
    }
}
