import type { AddValuesInput, AddVariantInput } from '../../../../contracts/console/product-variants.ts'
import { typedAmount } from '../../../../domain/money/typed-amounts.ts'
import { missingCombinations, type OptionValues } from '../../../../domain/products/variant-options.ts'
import { lockedRecord, writeRecord } from '../../../catalog/changes/rewrite-product.ts'
import { RowProblem } from '../../../catalog/import/feeds/feed-row.ts'
import { limitedText } from '../../../catalog/import/rows/cell-text.ts'
import { refuseOtherKind } from '../../../catalog/import/rows/refuse-other-kind.ts'
import { pricedByCost } from '../../../catalog/import/supply/offer-queries.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { storedRecords } from '../../../catalog/maintenance/stored-records.ts'
import { keyOf as keyOfOwn, newId as ownId } from '../../../catalog/own-files/new-products.ts'
import { parseItems, listCell } from '../../../catalog/own-files/own-cells.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import { appendAudit, audited } from '../../../platform/audit/audit.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import { newId } from '../../../platform/ids.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { withCalledValues } from '../record/called-values.ts'
import { withFieldFaults } from '../record/field-fault.ts'
import { ownerOfSku, productAt } from '../record/record-state-queries.ts'
import { newVariant, templateOf, variantSku, type Labels } from './new-variant.ts'
import { optionLabels } from './option-labels.ts'
import { optionsOf, valuesOf } from './variant-columns.ts'
import { variantsOf } from './variant-queries.ts'
import { requestedVariants, maxVariants } from './variants-content.ts'

/** A variant to be made; without a number it gets one, without prices those of the variant most like it. */
type NewVariant = {
  readonly values: OptionValues
  readonly labels: Labels
  readonly sku?: string
  readonly prices?: ProductRecord['prices']
}
type RequestedVariants = NonNullable<Awaited<ReturnType<typeof requestedVariants>>>
type Attribute = RequestedVariants['names']['attributes'][number]

/** Makes one variant as a draft, by the values and texts of the form. */
export async function addVariant(context: ConsoleContext, input: AddVariantInput): Promise<number> {
  const requested = await requestedVariants(context)
  if (!requested) throw new ConsoleError('unknown')
  const read = await withFieldFaults(
    context,
    async () => ({
      values: await valuesIn(context, requested, input['value:']),
      sku: limitedText(input.sku, 'sku', 60),
      sv: limitedText(input.label_sv, 'label_sv', 120),
      en: limitedText(input.label_en, 'label_en', 120),
    }),
    (field) => field.replace(/^attribute:/, 'value:'),
  )
  const [made] = await optionLabels(context.shop.db, requested.names, [read.values])
  const labels = labelsOf(read, made)
  if (labels.sv === '') throw new ConsoleError('variant_unnamed', {}, 'label_sv')
  const { sku, values } = read
  const prices = pricesIn(context, input.price)
  const wanted = { values, labels, ...(sku === '' ? {} : { sku }), ...(prices ? { prices } : {}) }
  return makeVariants(context, requested.parent, async () => [wanted])
}

/** Labels in both languages: an empty one is that of the other language, or else the one made of the values. */
function labelsOf({ sv, en }: Labels, made: Labels | undefined): Labels {
  return { sv: sv || en || (made?.sv ?? ''), en: en || sv || (made?.en ?? '') }
}

async function valuesIn(
  context: ConsoleContext,
  { names }: RequestedVariants,
  typed: ReadonlyMap<string, string>,
): Promise<OptionValues> {
  const values = new Map<string, string[]>()
  for (const [id, text] of typed) {
    const attribute = names.attributes.find((each) => each.id === id)
    const value = limitedText(text, columnOf(id), 250)
    if (attribute && value !== '') values.set(id, await valuesNamed(context, attribute, [value]))
  }
  return values
}

const columnOf = (id: string) => `attribute:${id}`

/** The values of an attribute that somebody wrote by what they are called, each once. */
async function valuesNamed(
  { shop }: ConsoleContext,
  { id, kind }: Attribute,
  typed: readonly string[],
): Promise<string[]> {
  const called = await withCalledValues(shop.db, new Map([[columnOf(id), listCell(typed)]]))
  const values = parseItems(called.get(columnOf(id)) ?? '')
  for (const value of values) refuseOtherKind(value, kind, columnOf(id))
  return values
}

function pricesIn({ shop, session }: ConsoleContext, text: string): ProductRecord['prices'] | undefined {
  if (text === '') return undefined
  const amount = typedAmount(text)
  if (!may(session, 'prices.change')) throw new ConsoleError('not_possible')
  if (amount === undefined || amount <= 0) throw new ConsoleError('product_price_invalid', {}, 'price')
  return [{ currency: shop.settings.all.home.currency, min_quantity: 1, amount }]
}

/** Makes the variants that new values of an attribute lack, as drafts, beside every combination of the others. */
export async function addValues(context: ConsoleContext, { attribute, values }: AddValuesInput): Promise<number> {
  const requested = await requestedVariants(context)
  const known = requested?.names.attributes.find(({ id }) => id === attribute)
  if (!requested || !known) throw new ConsoleError('variant_attribute', {}, 'attribute')
  const read = await withFieldFaults(
    context,
    () => linesIn(context, values, known),
    () => 'values',
  )
  return makeVariants(context, requested.parent, async (trx, parent, variants) => {
    const options = optionsOf(parent, variants)
    const missing = missingCombinations(variants.map(valuesOf), options, { attribute, values: read })
    refuseTooMany(variants.length + missing.length)
    const labels = await optionLabels(trx, requested.names, missing)
    return missing.map((each, at) => ({ values: each, labels: labels[at] ?? { sv: '', en: '' } }))
  })
}

async function linesIn(context: ConsoleContext, text: string, attribute: Attribute): Promise<string[]> {
  const column = columnOf(attribute.id)
  const lines = text.split('\n').map((line) => limitedText(line, column, 250))
  const values = await valuesNamed(
    context,
    attribute,
    lines.filter((line) => line !== ''),
  )
  if (values.length === 0) throw new RowProblem(column, 'value_missing')
  refuseTooMany(values.length)
  return values
}

function refuseTooMany(variants: number): void {
  if (variants > maxVariants) throw new ConsoleError('variants_full', { count: maxVariants })
}

type Choose = (
  trx: DatabaseTransaction,
  parent: ProductRecord,
  variants: readonly ProductRecord[],
) => Promise<readonly NewVariant[]>

/** Makes variants in one transaction, in which nobody else makes any of this product; returns how many. */
async function makeVariants(context: ConsoleContext, { id, sku }: ProductRecord, choose: Choose): Promise<number> {
  const { shop, session } = context
  const subject = { kind: 'product', id, label: sku }
  const fields = async (trx: DatabaseTransaction) => ({ variants: (await variantsIn(trx, id)).map((row) => row.sku) })
  return audited(shop, session.actor, { operation: 'products.add_variants', subject, fields }, ({ db, kind, now }) =>
    db.transaction().execute(async (trx) => {
      const stored = await lockedRecord(trx, id)
      if (!stored) throw new ConsoleError('unknown')
      const before = await variantsIn(trx, id)
      const ids = before.map((row) => row.id)
      const variants = await recordsInOrder(trx, kind, ids)
      const wanted = await choose(trx, stored.record, variants)
      if (wanted.length === 0) throw new ConsoleError('variants_there')
      refuseTooMany(before.length + wanted.length)
      const priced = await pricedByCost(trx, ids)
      const last = Math.max(-1, ...before.map(({ position }) => position))
      for (const [at, each] of wanted.entries()) {
        const template = templateOf(stored.record, variants, each.values)
        const named = { ...each, ...(await freeNumber(trx, stored.record.sku, each)) }
        const hasPrices = may(session, 'prices.change') && !priced.has(template.id)
        const from = { parent: stored.record, template, position: last + 1 + at, now: now(), hasPrices }
        const record = newVariant(named, from)
        await writeRecord(trx, { kind, now: now() }, each.prices ? { ...record, prices: each.prices } : record)
        const made = { kind: 'product', id: record.id, label: record.sku }
        await appendAudit(trx, session.actor, { operation: 'products.make', subject: made, note: sku }, now())
      }
      return wanted.length
    }),
  )
}

/** The first of those that are equally like a new variant is its template, so their order counts. */
async function recordsInOrder(trx: DatabaseTransaction, kind: DatabaseKind, ids: readonly string[]) {
  const records = new Map((await storedRecords(trx, kind, ids)).map(({ record }) => [record.id, record]))
  return ids.flatMap((id) => records.get(id) ?? [])
}

const variantsIn = (trx: DatabaseTransaction, id: string) => variantsOf(trx, id, maxVariants + 1)

async function freeSku(trx: DatabaseTransaction, skuOf: (number: number) => string): Promise<string> {
  let number = 1
  while (await ownerOfSku(trx, skuOf(number))) number += 1
  return skuOf(number)
}

async function freeNumber(
  trx: DatabaseTransaction,
  parentSku: string,
  { sku: wanted, values, labels }: NewVariant,
): Promise<{ id: string; sku: string }> {
  if (wanted !== undefined && (await ownerOfSku(trx, wanted)))
    throw new ConsoleError('product_sku_taken', { sku: wanted }, 'sku')
  const sku = wanted ?? (await freeSku(trx, (number) => variantSku(parentSku, values, labels, number)))
  const id = ownId(keyOfOwn('', sku), sku)
  return { sku, id: (await productAt(trx, id)) ? `own-${newId()}` : id }
}
