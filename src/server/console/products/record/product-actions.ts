import { consolePath } from '../../../../console-routes.ts'
import { removeProductForm } from '../../../../contracts/console/product.ts'
import type { ProductStatus } from '../../../../contracts/console/products.ts'
import { emptyForm } from '../../../../contracts/console/staff.ts'
import { changeStatusIn } from '../../../catalog/changes/change-records.ts'
import { removeProduct } from '../../../catalog/changes/remove-product.ts'
import { audited } from '../../../platform/audit/audit.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { consoleAction } from '../../frame/console-screen.ts'
import { productAction } from '../product-action.ts'
import { unpublishedChoices } from './record-state-queries.ts'
import { requestedProduct, wholeFieldsOf } from './save-section.ts'

const operations = {
  published: 'products.publish',
  draft: 'products.hide',
} as const satisfies Record<ProductStatus, string>

/**
 * Publishes the product of the address, with its choices where none of them is published yet; or hides it from
 * shoppers.
 */
export function toStatus(status: ProductStatus) {
  return consoleAction({
    permission: 'products.change',
    form: emptyForm,
    run: async ({ shop, session, request }) => {
      const product = await requestedProduct({ shop, session, request })
      const choices = status === 'published' ? await unpublishedChoices(shop.db, product.id) : []
      for (const each of [...choices, product]) {
        const action = productAction(each, operations[status], async () => {})
        await audited(shop, session.actor, action, ({ db, kind, now }) =>
          db.transaction().execute((trx) => changeStatusIn(trx, { kind, now: now() }, [each.sku], status)),
        )
      }
    },
  })
}

/** Deletes the product of the address, where nothing refers to it; a box says that it is meant. */
export const remove = consoleAction({
  permission: 'products.change',
  form: removeProductForm,
  run: async (context, { sure }) => {
    const { id, sku } = await requestedProduct(context)
    if (sure !== 'yes') throw new ConsoleError('not_sure')
    const subject = { kind: 'product', id, label: sku }
    const action = { operation: 'products.remove', subject, fields: wholeFieldsOf(context, id) }
    await audited(context.shop, context.session.actor, action, ({ db, kind, now }) =>
      db.transaction().execute(async (trx) => {
        const kept = await removeProduct(trx, { kind, now: now() }, id)
        if (kept) throw new ConsoleError(kept === 'unknown' ? 'unknown' : 'product_in_use')
      }),
    )
    return consolePath('products')
  },
})
