import type { MakeProductInput } from '../../../../contracts/console/product.ts'
import { typedAmount } from '../../../../domain/money/typed-amounts.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import { productType, type ProductType } from '../../../../domain/products/products.ts'
import { writeRecord } from '../../../catalog/changes/rewrite-product.ts'
import { RowProblem } from '../../../catalog/import/feeds/feed-row.ts'
import { limitedText } from '../../../catalog/import/rows/cell-text.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { storedRecords } from '../../../catalog/maintenance/stored-records.ts'
import { keyOf, newId as ownId, newProduct } from '../../../catalog/own-files/new-products.ts'
import { withText } from '../../../catalog/own-files/own-simple-columns.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import { audited } from '../../../platform/audit/audit.ts'
import { newId } from '../../../platform/ids.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { withFieldFaults } from '../record/field-fault.ts'
import { ownerOfSku, productAt } from '../record/record-state-queries.ts'

/** The types that are made here, by the words of the form. */
const types: Readonly<Record<string, ProductType>> = {
  standard: productType.standard,
  variant: productType.variant,
  set: productType.set,
}

/**
 * Makes a draft of a new product: by its number, names and price, or as a copy of another. Its id is that which an
 * import of the shop's own file would give it.
 */
export async function makeProduct(
  context: ConsoleContext,
  input: MakeProductInput,
): Promise<{ id: string; sku: string }> {
  const { shop, session } = context
  const { sku, record } = await withFieldFaults(
    context,
    () => recordOf(context, input),
    (field) => field,
  )
  const note = input.from === '' ? {} : { note: input.from.slice(0, 60) }
  const subject = { kind: 'product', id: record.id, label: sku }
  const action = { operation: 'products.make', subject, ...note }
  await audited(shop, session.actor, action, ({ db, kind, now }) =>
    db.transaction().execute(async (trx) => {
      if (await ownerOfSku(trx, sku)) throw new ConsoleError('product_sku_taken', { sku }, 'sku')
      await writeRecord(trx, { kind, now: now() }, record)
    }),
  )
  return { id: record.id, sku }
}

async function recordOf(context: ConsoleContext, input: MakeProductInput) {
  const { db, now, settings } = context.shop
  const sku = limitedText(input.sku, 'sku', 60)
  if (sku === '') throw new RowProblem('sku', 'needs_sku')
  const own = ownId(keyOf('', sku), sku)
  const id = (await productAt(db, own)) ? `own-${newId()}` : own
  const fresh = newProduct(id, sku, now())
  const record = input.from === '' ? withType(fresh, input.type) : await copyOf(context, input.from, fresh)
  record.texts = namedTexts(record.texts, input, context.session.staff.language)
  if (input.price !== '') {
    const amount = typedAmount(input.price)
    if (!may(context.session, 'prices.change')) throw new ConsoleError('not_possible')
    if (amount === undefined || amount <= 0) throw new ConsoleError('product_price_invalid', {}, 'price')
    const { currency } = settings.all.home
    record.prices = [{ currency, min_quantity: 1, amount }]
  }
  return { sku, record: { ...record, status: 'draft' as const } }
}

/**
 * Texts with the names of a form. A draft may have the same name in both languages until somebody has translated it.
 * Throws RowProblem about the name in the reader's language where there is none.
 */
function namedTexts(texts: ProductRecord['texts'], input: MakeProductInput, own: Language): ProductRecord['texts'] {
  const names = { sv: input.name_sv || input.name_en, en: input.name_en || input.name_sv }
  const other = own === 'sv' ? 'en' : 'sv'
  return withText(withText(texts, 'name', own, names[own]), 'name', other, names[other])
}

function withType(record: ProductRecord, wanted: string): ProductRecord {
  const type = types[wanted] ?? productType.standard
  return { ...record, type, stock: type === productType.standard ? record.stock : null }
}

/** What a copy has of its own is not copied: numbers, address, stock, campaign, prices and the feed it came with. */
async function copyOf({ shop }: ConsoleContext, from: string, fresh: ProductRecord): Promise<ProductRecord> {
  const product = await productAt(shop.db, from)
  const [stored] = product ? await storedRecords(shop.db, shop.kind, [product.id]) : []
  if (!stored) throw new ConsoleError('unknown')
  const { id, sku, stock, published_at, feed, popularity } = fresh
  const { texts, part_numbers: numbers, type, position, parent_id: parent } = stored.record
  const { campaign: _campaign, offer: _offer, ...same } = stored.record
  return {
    ...same,
    id,
    sku,
    published_at,
    feed,
    popularity,
    position: parent === null ? position : position + 1,
    stock: type === productType.standard ? stock : null,
    texts: { en: { ...texts.en, slug: '' }, sv: { ...texts.sv, slug: '' } },
    part_numbers: numbers.filter(({ kind }) => kind === 'maker'),
    prices: [],
  }
}
