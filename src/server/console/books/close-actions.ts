import { consolePath } from '../../../console-routes.ts'
import { closeBooksForm } from '../../../contracts/console/books.ts'
import { emptyForm } from '../../../contracts/console/staff.ts'
import { undocumentedOrders } from '../../ordering/books/books-queries.ts'
import { issueMissing } from '../../ordering/books/issue-missing.ts'
import { closeBooks } from '../../ordering/closing/close-books.ts'
import { lockClosing } from '../../ordering/closing/closing-queries.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { isDay } from './period-of.ts'

/** Documents that are issued with one press of the button. */
const maxIssued = 50

/** Issues what the books lack: documents of orders that were sent without one. */
export const issueAction = consoleAction({
  permission: 'payments.change',
  form: emptyForm,
  run: async ({ shop, session, request }) => {
    const missing = await undocumentedOrders(shop.db, maxIssued)
    for (const { id, number } of missing) {
      const action = { operation: 'books.issue', subject: { kind: 'order', id, label: number } }
      await audited(shop, session.actor, action, (services) => issueMissing(services, id))
    }
    const { searchParams } = request.url
    const period = { from: searchParams.get('from'), to: searchParams.get('to') }
    return consolePath('books', {}, { ...period, issued: missing.length })
  },
})

/** Closes the books through a day, or opens them again. */
export const closeAction = consoleAction({
  permission: 'payments.change',
  stepUp: true,
  form: closeBooksForm,
  run: async ({ shop, session }, { day, seen }) => {
    if (day !== '' && !isDay(day)) throw new ConsoleError('day_invalid')
    if ((await undocumentedOrders(shop.db, 1)).length > 0) throw new ConsoleError('documents_missing')
    const action = {
      operation: 'books.close',
      subject: { kind: 'period', id: day, label: day },
      fields: async (trx: DatabaseTransaction) => ({ closed_through: await lockClosing(trx) }),
    }
    await audited(shop, session.actor, action, (services) => closeBooks(services, { from: seen, to: day }))
  },
})
