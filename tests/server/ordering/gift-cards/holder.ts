import { giftCardExpiry, parseGiftCardCode } from '../../../../src/domain/cart/gift-cards.ts'
import type { CurrencyCode } from '../../../../src/domain/money/currencies.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { newCodeOf } from '../../../../src/server/ordering/gift-cards/codes.ts'
import { insertGiftCard } from '../../../../src/server/ordering/gift-cards/queries.ts'
import { receiveWebhook } from '../../../../src/server/ordering/payment/receive-webhook.ts'
import { sandboxWebhook } from '../../../../src/server/payments/providers/sandbox.ts'
import { attemptById } from '../../../../src/server/payments/queries.ts'
import { newId } from '../../../../src/server/platform/ids.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'

/** A card with a balance, and its code. */
export async function aCard(
  shop: Shop,
  amount: number,
  currency: CurrencyCode = 'SEK',
): Promise<{ id: string; code: string }> {
  const [id, now] = [newId(), shop.now()]
  await shop.db.transaction().execute((trx) =>
    insertGiftCard(trx, {
      id,
      currency,
      amount,
      balance: amount,
      status: 'live',
      order_id: null,
      position: null,
      piece: null,
      email: 'anna@example.se',
      language: 'sv',
      actor: 'operator',
      expires_at: giftCardExpiry(now, shop.settings.all.home),
      created_at: now.toISOString(),
    }),
  )
  return { id, code: await newCodeOf(shop.db, id, now) }
}

export async function balanceOf({ db }: Shop, id: string): Promise<number> {
  return Number(
    (await db.selectFrom('gift_cards').select('balance').where('id', '=', id).executeTakeFirstOrThrow()).balance,
  )
}

/** The sandbox reports an attempt as paid or failed. */
export async function sandboxSays(shop: Shop, attemptId: string, outcome: 'succeeded' | 'failed'): Promise<void> {
  const attempt = await attemptById(shop.db, attemptId)
  if (!attempt) throw new Error(`No attempt ${attemptId}.`)
  const { body, headers } = await sandboxWebhook(shop, {
    eventId: newId(),
    attemptId,
    outcome,
    amount: attempt.amount,
    currency: attempt.currency,
    reason: null,
  })
  await receiveWebhook(shop, 'sandbox', body, headers)
}

/** Delivers the outbox and returns the codes mailed to an address. */
export async function mailedCodes(shop: Shop, address: string): Promise<string[]> {
  await deliverOutbox(shop)
  const lines = mailTexts(shop.env.SHOP_DATA, address).flatMap((mail) => mail.split('\n'))
  return lines.filter((line) => /^\w{4}(-\w{4}){3}$/.test(line.trim())).flatMap((line) => parseGiftCardCode(line) ?? [])
}
