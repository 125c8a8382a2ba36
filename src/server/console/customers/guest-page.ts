import { eraseForm, type GuestPage } from '../../../contracts/console/customers.ts'
import { emptyForm } from '../../../contracts/console/staff.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { exportedOrder } from '../../ordering/account/export-customer.ts'
import { guestOrdersOf } from '../../ordering/account/guest-data-queries.ts'
import { eraseGuestOrder, guestEraseBlock } from '../../ordering/account/guest-data.ts'
import { appendAudit } from '../../platform/audit/audit.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { dataFile } from './data-file.ts'

/** What a guest has ordered with the e-mail address that `?email=` names. */
export const guestScreen = consoleScreen<GuestPage>({
  screen: 'guest',
  permission: 'customers.view',
  isSensitive: true,
  load: async (context) => {
    const email = requestedAddress(context)
    const orders = email === '' ? [] : await guestOrdersOf(context.shop.db, email)
    const blocks = await Promise.all(orders.map((order) => guestEraseBlock(context.shop.db, order)))
    return {
      email,
      orders: orders.map(({ number, placed_at: placedAt, status, total, currency }) => ({
        number,
        placedAt,
        status,
        total,
        currency,
      })),
      eraseBlock: {
        orders: orders.flatMap(({ number }, at) => (blocks[at] === null ? [] : [number])),
        isLastAdmin: false,
      },
      may: { export: may(context.session, 'customers.export'), erase: may(context.session, 'customers.erase') },
    }
  },
  actions: {
    export: consoleAction({
      permission: 'customers.export',
      stepUp: true,
      isFile: true,
      form: emptyForm,
      run: async (context) => {
        const { db, now } = context.shop
        const orders = await requestedOrders(context)
        const data = await Promise.all(orders.map((order) => exportedOrder(db, order)))
        await db.transaction().execute(async (trx) => {
          for (const { id, number } of orders) {
            const action = { operation: 'customers.export', subject: { kind: 'order', id, label: number } }
            await appendAudit(trx, context.session.actor, action, now())
          }
        })
        return dataFile('guest', { exported_at: now().toISOString(), orders: data })
      },
    }),
    erase: consoleAction({
      permission: 'customers.erase',
      stepUp: true,
      form: eraseForm,
      run: async (context, { sure }) => {
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        const { db, now } = context.shop
        const orders = await requestedOrders(context)
        await db.transaction().execute(async (trx) => {
          for (const { id, number } of orders) {
            if (await eraseGuestOrder(trx, id, now())) throw new ConsoleError('erase_blocked')
            const action = { operation: 'customers.erase', subject: { kind: 'order', id, label: number } }
            await appendAudit(trx, context.session.actor, action, now())
          }
        })
      },
    }),
  },
})

function requestedAddress({ request }: ConsoleContext): string {
  return normalizedEmail(request.url.searchParams.get('email') ?? '').slice(0, 254)
}

async function requestedOrders(context: ConsoleContext) {
  const email = requestedAddress(context)
  const orders = email === '' ? [] : await guestOrdersOf(context.shop.db, email)
  if (orders.length === 0) throw new ConsoleError('unknown')
  return orders
}
