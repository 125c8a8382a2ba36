import { consolePath } from '../../../console-routes.ts'
import { bulkForm } from '../../../contracts/console/bulk.ts'
import { invoiceByNumber, invoicesByNumbers } from '../../ordering/invoices/invoice-queries.ts'
import { remindInvoice } from '../../ordering/invoices/remind-invoice.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { startRun, type BulkOperation } from '../bulk/bulk-run.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { chooseAll, type WholeList } from '../lists/list-choice.ts'
import { invoiceAction } from './invoice-action.ts'

/** What can be done with many invoices at once. */
export const invoiceBulk = {
  'invoices.remind': async (shop, { row, actor, take }) => {
    const invoice = await invoiceByNumber(shop.db, row.subject_id)
    if (!invoice) throw new ConsoleError('unknown')
    const { number, order_id: orderId } = invoice
    await audited(shop, actor, invoiceAction(number, orderId, 'invoices.remind', take), (services) =>
      remindInvoice(services, { orderId, number, actor: actor.name }),
    )
  },
} as const satisfies Record<string, BulkOperation>

const maxTicked = 200

/** Sends a reminder of each invoice that is chosen; it leads to the run's page. */
export function remindChosen(list: WholeList) {
  return consoleAction({
    permission: 'payments.change',
    form: bulkForm,
    run: async (context, input) => {
      const choice =
        input.all === ''
          ? { subjects: await ticked(context.shop.db, input['row[]']) }
          : await chooseAll(context, list, input)
      if ('question' in choice) return { content: choice.question, isQuestion: true }
      const operation = 'invoices.remind' as const
      const run = { operation, key: input.key, subjects: choice.subjects }
      return consolePath('run', { id: await startRun(context, run, invoiceBulk[operation]) })
    },
  })
}

/** The invoices that were ticked, in the order of the list. */
async function ticked(db: Queryable, numbers: readonly string[]) {
  const chosen = [...new Set(numbers)].slice(0, maxTicked + 1)
  const known = new Set(await invoicesByNumbers(db, chosen))
  return chosen.filter((number) => known.has(number)).map((number) => ({ id: number, label: number }))
}
