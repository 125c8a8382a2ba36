import type { CheckoutForm } from '../../../src/domain/orders/checkout-form.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { payoutsScreen } from '../../../src/server/console/payouts/payouts-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { bought, swedish } from '../ordering/checkout/buyer.ts'
import { pay } from '../ordering/orders/parcels.ts'
import { consoleRequestOf, type Browser } from './at-console.ts'

export const head =
  'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,currency,gross,fee,net,' +
  'reporting_category,payment_intent_id'
export const line = (id: string, sums: string, kind = 'charge', reference = '', payout = 'po_1', currency = 'sek') =>
  `${payout},2026-06-10 00:00:00,${id},${currency},${sums},${kind},${reference}`
export const report = (...lines: string[]) => `${[head, ...lines].join('\n')}\n`

/** Sends a report as the form does. */
export async function send(shop: Shop, browser: Browser, text: string, language: 'en' | 'sv' = 'en'): Promise<string> {
  const asked = await consoleRequestOf(shop, browser)
  const body = new FormData()
  body.append('action', 'import')
  body.append('file', new File([text], 'payouts.csv'))
  const request = new Request(asked.url, { method: 'POST', body })
  const locals = { ...asked.locals, t: translator(language) }
  const result = await payoutsScreen(shop, { ...asked, request, locals })
  if (result instanceof Response) return 'imported'
  return 'stepUp' in result.page ? 'factor' : (result.page.fault ?? 'nothing')
}

export async function counted({ db }: Shop): Promise<number[]> {
  const payouts = await db.selectFrom('payouts').select('id').execute()
  const rows = await db.selectFrom('payout_rows').select('id').execute()
  const logged = await db.selectFrom('audit_log').select('id').where('operation', '=', 'payouts.import').execute()
  return [payouts.length, rows.length, logged.length]
}

/** A payment of the card provider over 100.05, by its reference; of an order that is delivered abroad with its form. */
export async function paid(
  shop: Shop,
  reference: string,
  currency: 'SEK' | 'EUR' = 'SEK',
  abroad?: CheckoutForm,
): Promise<void> {
  const { attemptId } = await bought(shop, [['FAN', 1]], abroad, swedish(abroad?.country))
  await pay(shop, attemptId)
  await shop.db
    .updateTable('payment_attempts')
    .set({ provider: 'stripe', payment_reference: reference, captured: 10_005, currency })
    .where('id', '=', attemptId)
    .execute()
}
