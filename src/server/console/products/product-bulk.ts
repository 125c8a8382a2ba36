import { consolePath } from '../../../console-routes.ts'
import { bulkForm, type BulkInput } from '../../../contracts/console/bulk.ts'
import type { ProductStatus } from '../../../contracts/console/products.ts'
import { changeStatusIn } from '../../catalog/changes/change-records.ts'
import { audited } from '../../platform/audit/audit.ts'
import { startRun, type BulkOperation } from '../bulk/bulk-run.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { chooseAll, type WholeList } from '../lists/list-choice.ts'
import { productAction } from './product-action.ts'
import { productsBySkus } from './product-by-sku-queries.ts'

/** What can be done with many products at once. */
export const productBulk = {
  'products.publish': inStatus('products.publish', 'published'),
  'products.hide': inStatus('products.hide', 'draft'),
} as const satisfies Record<string, BulkOperation>

function inStatus(operation: string, status: ProductStatus): BulkOperation {
  return async (shop, { row, actor, take }) => {
    const sku = row.subject_id
    const [product] = await productsBySkus(shop.db, [sku])
    if (!product) throw new ConsoleError('unknown')
    await audited(shop, actor, productAction(product, operation, take), ({ db, kind, now }) =>
      db.transaction().execute((trx) => changeStatusIn(trx, { kind, now: now() }, [sku], status)),
    )
  }
}

const maxTicked = 200

/** An action of the list, for the rows that are chosen; it leads to the run's page. */
export function forChosen(operation: keyof typeof productBulk, list: WholeList) {
  return consoleAction({
    permission: 'products.change',
    form: bulkForm,
    run: async (context, input) => {
      const choice =
        input.all === '' ? { subjects: await ticked(context, input) } : await chooseAll(context, list, input)
      if ('question' in choice) return { content: choice.question, isQuestion: true }
      const run = { operation, key: input.key, subjects: choice.subjects }
      return consolePath('run', { id: await startRun(context, run, productBulk[operation]) })
    },
  })
}

/** The products that were ticked, in the order of the list. */
async function ticked({ shop }: ConsoleContext, { 'row[]': rows }: BulkInput) {
  const chosen = [...new Set(rows)].slice(0, maxTicked + 1)
  const known = new Set((await productsBySkus(shop.db, chosen)).map(({ sku }) => sku))
  return chosen.filter((sku) => known.has(sku)).map((sku) => ({ id: sku, label: sku }))
}
