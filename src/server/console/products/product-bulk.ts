import { consolePath } from '../../../console-routes.ts'
import { bulkForm, type BulkInput } from '../../../contracts/console/bulk.ts'
import type { ProductStatus } from '../../../contracts/console/products.ts'
import { voucherClass } from '../../../domain/money/vat.ts'
import { productType } from '../../../domain/products/products.ts'
import { changeStatusIn, changeVatClassIn } from '../../catalog/changes/change-records.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { startRun, type BulkOperation } from '../bulk/bulk-run.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction } from '../frame/console-screen.ts'
import { chooseAll, type WholeList } from '../lists/list-choice.ts'
import { productAction } from './product-action.ts'
import { choicesOfSkus, productsBySkus } from './product-by-sku-queries.ts'
import { vatClasses } from './record/record-names-queries.ts'

function inStatus(operation: string, status: ProductStatus): BulkOperation {
  return async (shop, { row, actor, take }) => {
    const sku = row.subject_id
    const [product] = await productsBySkus(shop.db, [sku])
    if (!product) throw new ConsoleError('unknown')
    const action = { ...productAction(product, operation, take), isRun: true }
    await audited(shop, actor, action, ({ db, kind, now }) =>
      db.transaction().execute((trx) => changeStatusIn(trx, { kind, now: now() }, [sku], status)),
    )
  }
}

/** The class is what the person chose for all products of the run. */
const inVatClass: BulkOperation = async (shop, { row, actor, take, note: vatClass }) => {
  const sku = row.subject_id
  const [product] = await productsBySkus(shop.db, [sku])
  if (!product) throw new ConsoleError('unknown')
  if (product.type === productType.giftCard) throw new ConsoleError('product_voucher')
  const fields = async (trx: DatabaseTransaction) => ({ vat_class: (await productsBySkus(trx, [sku]))[0]?.vat_class })
  const subject = { kind: 'product', id: product.id, label: sku }
  const action = { operation: 'products.vat', subject, guard: take, fields, isRun: true }
  await audited(shop, actor, action, ({ db, kind, now }) =>
    db.transaction().execute((trx) => changeVatClassIn(trx, { kind, now: now() }, [sku], vatClass)),
  )
}

/** What can be done with many products at once. */
export const productBulk = {
  'products.publish': inStatus('products.publish', 'published'),
  'products.hide': inStatus('products.hide', 'draft'),
  'products.vat': inVatClass,
} as const satisfies Record<string, BulkOperation>

type Subject = { readonly id: string; readonly label: string }

const maxTicked = 200

/** An action of the list, for the rows that are chosen; it leads to the run's page. */
export function forChosen(operation: keyof typeof productBulk, list: WholeList) {
  return consoleAction({
    permission: 'products.change',
    form: bulkForm,
    run: async (context, input) => {
      const note = operation === 'products.vat' ? await vatClassIn(context, input) : ''
      const choice =
        input.all === ''
          ? { subjects: await ticked(context, input) }
          : await chooseAll(context, list, { ...input, reason: note })
      if ('question' in choice) return { content: choice.question, isQuestion: true }
      const subjects = note === '' ? choice.subjects : await withChoices(context, choice.subjects)
      const run = { operation, key: input.key, subjects, note }
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

/** The class that was chosen; the question about every row, and a run again, bring it back as their reason. */
async function vatClassIn({ shop }: ConsoleContext, { vat_class: chosen, reason }: BulkInput): Promise<string> {
  const known = await vatClasses(shop.db)
  const vatClass = known.find((each) => each === (chosen || reason))
  if (vatClass === undefined || vatClass === voucherClass) throw new ConsoleError('product_vat_class', {}, 'vat_class')
  return vatClass
}

/** The choices of a product are what is bought: each follows its product, in a row of its own. */
async function withChoices({ shop }: ConsoleContext, subjects: readonly Subject[]): Promise<Subject[]> {
  const choices = await choicesOfSkus(
    shop.db,
    subjects.map(({ id }) => id),
  )
  const skus = new Set(subjects.flatMap(({ id }) => [id, ...(choices.get(id) ?? [])]))
  return [...skus].map((sku) => ({ id: sku, label: sku }))
}
