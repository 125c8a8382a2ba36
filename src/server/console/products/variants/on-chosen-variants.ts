import type { VariantResult } from '../../../../contracts/console/product-variants.ts'
import type { ProductStatus } from '../../../../contracts/console/products.ts'
import { changeStatusIn } from '../../../catalog/changes/change-records.ts'
import { removeProduct } from '../../../catalog/changes/remove-product.ts'
import { audited } from '../../../platform/audit/audit.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError, refusalText } from '../../frame/console-error.ts'
import { productAction } from '../product-action.ts'
import { wholeFieldsOf } from '../record/save-section.ts'
import { requestedVariants, type Saved } from './variants-content.ts'

type Chosen = { id: string; sku: string }
type Work = (context: ConsoleContext, variant: Chosen) => Promise<void>

/** Does something with each of the variants that were ticked; one that is refused keeps no other. */
export async function onChosen(context: ConsoleContext, ids: readonly string[], work: Work): Promise<Saved> {
  const requested = await requestedVariants(context)
  const chosen = (requested?.variants ?? []).flatMap(({ record: { id, sku } }) =>
    ids.includes(id) ? [{ id, sku }] : [],
  )
  if (chosen.length === 0) throw new ConsoleError('nothing_chosen')
  const results: VariantResult[] = []
  for (const variant of chosen) results.push({ sku: variant.sku, fault: await refusalOf(context, variant, work) })
  return { results, faults: new Map(), typed: {} }
}

async function refusalOf(context: ConsoleContext, variant: Chosen, work: Work): Promise<string | null> {
  try {
    await work(context, variant)
    return null
  } catch (error) {
    const text = refusalText(error, context.request.locals.t)
    if (text === undefined) throw error
    return text
  }
}

/** Publishes a variant, or archives it: it stays with its orders, and shoppers do not see it. */
export function toStatus(status: ProductStatus): Work {
  const operation = status === 'published' ? 'products.publish' : 'products.hide'
  return async ({ shop, session }, variant) => {
    const action = productAction(variant, operation, async () => {})
    await audited(shop, session.actor, action, ({ db, kind, now }) =>
      db.transaction().execute((trx) => changeStatusIn(trx, { kind, now: now() }, [variant.sku], status)),
    )
  }
}

/** Deletes a variant for good, where nothing refers to it. */
export const removeVariant: Work = async (context, { id, sku }) => {
  const { shop, session } = context
  const subject = { kind: 'product', id, label: sku }
  const action = { operation: 'products.remove', subject, fields: wholeFieldsOf(context, id) }
  await audited(shop, session.actor, action, ({ db, kind, now }) =>
    db.transaction().execute(async (trx) => {
      const kept = await removeProduct(trx, { kind, now: now() }, id)
      if (kept) throw new ConsoleError(kept === 'unknown' ? 'unknown' : 'product_in_use')
    }),
  )
}
