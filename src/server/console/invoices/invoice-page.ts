import {
  creditInvoiceForm,
  payInvoiceForm,
  remindInvoiceForm,
  undoPaymentForm,
  type InvoicePage,
} from '../../../contracts/console/invoices.ts'
import { creditAmountForm } from '../../../contracts/console/orders.ts'
import { payBackBalance, payInvoice, undoInvoicePayment } from '../../ordering/invoices/pay-invoice.ts'
import { remindInvoice } from '../../ordering/invoices/remind-invoice.ts'
import { lockOrder } from '../../ordering/orders/transition.ts'
import { creditAmount } from '../../ordering/refunds/credit-amount.ts'
import { refundOrder } from '../../ordering/refunds/refund-order.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { isDay } from '../books/period-of.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { lastEventOf } from '../orders/order-queries.ts'
import { readAmount } from '../orders/read-amount.ts'
import { readUnits } from '../orders/read-units.ts'
import { invoiceAction } from './invoice-action.ts'
import { invoiceContent, invoiceOf } from './invoice-content.ts'

const ofMoney = { permission: 'payments.change', stepUp: true } as const

/** One invoice: its lines, payments and credit notes. */
export const invoiceScreen = consoleScreen<InvoicePage>({
  screen: 'invoice',
  permission: 'payments.view',
  isSensitive: true,
  load: invoiceContent,
  actions: {
    pay: consoleAction({
      ...ofMoney,
      form: payInvoiceForm,
      run: (context, { version, ...typed }) =>
        onInvoice(context, 'invoices.pay', version, (shop, of) => payInvoice(shop, { ...of, ...read(typed) })),
    }),
    pay_back: consoleAction({
      ...ofMoney,
      form: payInvoiceForm,
      run: (context, { version, ...typed }) =>
        onInvoice(context, 'invoices.pay_back', version, (shop, of) => payBackBalance(shop, { ...of, ...read(typed) })),
    }),
    undo: consoleAction({
      ...ofMoney,
      form: undoPaymentForm,
      run: (context, { version, payment }) =>
        onInvoice(context, 'invoices.undo', version, (shop, of) =>
          undoInvoicePayment(shop, { ...of, paymentId: payment }),
        ),
    }),
    remind: consoleAction({
      permission: 'payments.change',
      form: remindInvoiceForm,
      run: (context, { version }) =>
        onInvoice(context, 'invoices.remind', version, (shop, of, number) => remindInvoice(shop, { ...of, number })),
    }),
    credit_amount: consoleAction({
      ...ofMoney,
      form: creditAmountForm,
      run: (context, { version, key, amount, reason }) =>
        onInvoice(context, 'invoices.credit_amount', version, (shop, of) =>
          creditAmount(shop, { ...of, amount: readAmount(amount), reason, key: `console:${key}` }),
        ),
    }),
    credit: consoleAction({
      ...ofMoney,
      form: creditInvoiceForm,
      run: (context, { version, key, reason, whole, delivery, 'units:': units }) => {
        const isWhole = whole === 'yes'
        const chosen = isWhole ? {} : { units: readUnits(units) }
        return onInvoice(context, 'invoices.credit', version, (shop, of) =>
          refundOrder(shop, {
            ...of,
            ...chosen,
            reason,
            key: `console:${key}`,
            withDelivery: isWhole || delivery === 'yes',
          }),
        )
      },
    }),
  },
})

/** What was typed of a payment. */
function read({ amount, day, reference }: { amount: string; day: string; reference: string }) {
  const minor = readAmount(amount)
  if (!isDay(day)) throw new ConsoleError('day_invalid')
  return { amount: minor, day, reference }
}

type Work = (shop: Shop, of: { orderId: string; actor: string }, number: string) => Promise<unknown>

/** Does something with the invoice of the address, if its order's history still ends where the person saw it end. */
async function onInvoice({ shop, session, request }: ConsoleContext, operation: string, version: string, work: Work) {
  const found = await invoiceOf(shop.db, request.params)
  if (!found) throw new ConsoleError('unknown')
  const { invoice, order } = found
  const action = invoiceAction(invoice.number, order.id, operation, async (trx) => {
    await lockOrder(trx, order.id, shop.now())
    if ((await lastEventOf(trx, order.id)) !== version) throw new ConsoleError('changed_meanwhile')
  })
  await audited(shop, session.actor, action, (services) =>
    work(services, { orderId: order.id, actor: session.actor.name }, invoice.number),
  )
}
