import { consolePath } from '../../../console-routes.ts'
import type { FindHit } from '../../../contracts/console/find.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import type { TextKey } from '../../../i18n/translator.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { invoiceByNumber } from '../../ordering/invoices/invoice-queries.ts'
import { returnByNumber } from '../../ordering/orders/return-queries.ts'
import { quoteByNumber } from '../../ordering/quotes/queries.ts'
import { requestByNumber } from '../../ordering/requests/queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

type Numbered = {
  readonly group: 'returns' | 'payments' | 'quotes'
  readonly screen: 'return' | 'invoice' | 'quote' | 'request'
  readonly title: TextKey
  readonly permission: Permission
  readonly byNumber: (db: Queryable, number: string) => Promise<{ number: string } | undefined>
}

/** Records besides orders that customers name by a number. */
const numbered: readonly Numbered[] = [
  {
    group: 'returns',
    screen: 'return',
    title: 'console-frame:find.return',
    permission: 'returns.view',
    byNumber: returnByNumber,
  },
  {
    group: 'payments',
    screen: 'invoice',
    title: 'console-frame:find.invoice',
    permission: 'payments.view',
    byNumber: invoiceByNumber,
  },
  {
    group: 'quotes',
    screen: 'quote',
    title: 'console-frame:find.quote',
    permission: 'quotes.view',
    byNumber: quoteByNumber,
  },
  {
    group: 'quotes',
    screen: 'request',
    title: 'console-frame:find.request',
    permission: 'quotes.view',
    byNumber: requestByNumber,
  },
]

/** The returns, invoices, quotes and requests whose whole number was written, in small letters or large ones. */
export async function foundNumbers(
  context: ConsoleContext,
  query: string,
): Promise<{ name: Numbered['group']; hits: FindHit[] }[]> {
  const { shop, session, request } = context
  if (!/^[\p{L}\d-]{1,40}$/u.test(query)) return []
  const found = await Promise.all(
    numbered
      .filter(({ permission }) => may(session, permission))
      .map(async ({ group, screen, title, byNumber }) => {
        const record = await byNumber(shop.db, query.toUpperCase())
        if (!record) return []
        const { number } = record
        const hit = { title: request.locals.t(title, { number }), detail: '', address: consolePath(screen, { number }) }
        return [{ name: group, hits: [hit] }]
      }),
  )
  return found.flat()
}
