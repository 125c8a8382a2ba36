import { plusDays } from '../../../domain/places/public-holidays.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { forEach } from '../for-each.ts'
import { OrderError } from '../orders/order-error.ts'
import type { Shop } from '../shop.ts'
import { overdueBefore } from './overdue.ts'
import { remindInvoice } from './remind-invoice.ts'
import { neverReminded, remindedOnce } from './reminder-queries.ts'

const limit = 100
/**
 * For how many days a reminder can be late: the shop was off, or reminders were just switched on, which must not write
 * to everybody who ever forgot an invoice.
 */
const lateDays = 14

/**
 * Mails the reminders that are due by the settings of payment, if they are switched on. An invoice that fails keeps
 * none of the others; its error is thrown when they are done.
 */
export async function sendDueReminders(shop: Shop): Promise<void> {
  const { payment, home } = shop.settings.all
  const { active, firstDays, secondDays } = payment.reminders
  if (!active) return
  const now = shop.now()
  const latest = plusDays(dayOf(now, home), 1 - secondDays)
  const due = [
    ...(await neverReminded(shop.db, {
      from: overdueBefore(now, home, firstDays + lateDays),
      before: overdueBefore(now, home, firstDays),
      limit,
    })),
    ...(await remindedOnce(shop.db, { from: plusDays(latest, -lateDays), before: latest, limit })),
  ]
  await forEach(due, (invoice) => remind(shop, invoice))
}

/** An invoice that was paid or reminded of meanwhile does not stop the others. */
async function remind(shop: Shop, invoice: { orderId: string; number: string }): Promise<void> {
  try {
    await remindInvoice(shop, { ...invoice, actor: 'shop' })
  } catch (error) {
    if (!(error instanceof OrderError)) throw error
  }
}
