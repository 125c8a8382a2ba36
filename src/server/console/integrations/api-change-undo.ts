import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ApiChangeKind } from '../../../contracts/console/api-changes.ts'
import { currencyCodes } from '../../../domain/money/currencies.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import { changePricesIn, changeStockIn, pricesOfSkus, stockOfSkus } from '../../catalog/changes/change-goods.ts'
import { typesOfSkus } from '../../catalog/changes/goods-queries.ts'
import { lockStock } from '../../catalog/import/journal/journal-queries.ts'
import { priceCell } from '../../catalog/own-files/own-simple-columns.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { auditJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { withFieldFaults } from '../products/record/field-fault.ts'
import { writeCells } from '../products/record/write-cells.ts'

type Entry = Row<'audit_log'>
type Fields = Readonly<Record<string, unknown>>

/** What takes back a kind of change: the operations of its entries, and what it needs. */
export const apiChanges = {
  stock: { operations: ['stock.change', 'stock.undo'], permission: 'products.change' },
  prices: { operations: ['prices.change', 'prices.undo'], permission: 'prices.change' },
} as const satisfies Record<ApiChangeKind, { operations: readonly string[]; permission: Permission }>

const units = z.int().min(0)
const prices = z.array(z.object({ currency: z.enum(currencyCodes), min_quantity: z.int(), amount: z.int() }))
type Prices = z.output<typeof prices>

/** The articles that an entry changed. */
export function skusOf({ before, after }: Entry): string[] {
  return [...new Set([...Object.keys(auditJson.read(before)), ...Object.keys(auditJson.read(after))])]
}

/** The articles that are still as the entry left them, with what they had before it. */
export async function undoableValues(db: Queryable, kind: ApiChangeKind, entry: Entry): Promise<Map<string, unknown>> {
  const [before, after]: Fields[] = [auditJson.read(entry.before), auditJson.read(entry.after)]
  const now = new Map<string, unknown>(
    kind === 'stock'
      ? (await stockOfSkus(db, skusOf(entry))).flatMap((row) =>
          row.result === 'done' ? [[row.sku, row.on_hand] as const] : [],
        )
      : (await pricesOfSkus(db, skusOf(entry))).flatMap((row) =>
          row.result === 'done' ? [[row.sku, row.prices] as const] : [],
        ),
  )
  const known = kind === 'stock' ? units : prices
  const same = [...now].filter(
    ([sku, value]) => isDeepStrictEqual(value, after?.[sku]) && known.safeParse(before?.[sku]).success,
  )
  return new Map(same.map(([sku]) => [sku, before?.[sku]]))
}

/**
 * Takes back what a change of another system did to those articles that are still as it left them, in one transaction;
 * the others stay. Throws a refusal where none is.
 */
export async function undoApiChange(context: ConsoleContext, kind: ApiChangeKind, entry: Entry): Promise<void> {
  const skus = skusOf(entry)
  const subject = { kind, id: entry.subject_id, label: entry.subject }
  const fields = (trx: DatabaseTransaction) => (kind === 'stock' ? stockLog(trx, skus) : pricesLog(trx, skus))
  const action =
    kind === 'stock' ? { operation: 'stock.undo', subject, fields } : { operation: 'prices.undo', subject, fields }
  await audited(context.shop, context.session.actor, action, (shop) =>
    shop.db.transaction().execute(async (trx) => {
      const ids = (await typesOfSkus(trx, skus)).map(({ id }) => id)
      await lockStock(trx, shop.kind, ids)
      const former = await undoableValues(trx, kind, entry)
      if (former.size === 0) throw new ConsoleError('product_undo')
      if (kind === 'stock') await writeStock(trx, shop, former)
      else await writePrices(context, trx, shop, former)
    }),
  )
}

async function writeStock(trx: DatabaseTransaction, { kind, now }: Shop, former: Map<string, unknown>): Promise<void> {
  const current = new Map((await stockOfSkus(trx, [...former.keys()])).map((row) => [row.sku, row.on_hand]))
  // The units of suppliers, which are on hand too, are not the shop's own: the difference is.
  const rows = [...former].map(([sku, value]) => ({ sku, adjust: units.parse(value) - (current.get(sku) ?? 0) }))
  await changeStockIn(trx, { kind, now: now() }, rows)
}

async function writePrices(
  context: ConsoleContext,
  trx: DatabaseTransaction,
  { kind, now }: Shop,
  former: Map<string, unknown>,
): Promise<void> {
  const options = { kind, now: now() }
  const current = new Map((await pricesOfSkus(trx, [...former.keys()])).map((row) => [row.sku, row.prices]))
  const rows = [...former].map(([sku, value]) => ({ sku, prices: prices.parse(value) }))
  const isGrown = ({ sku, prices: old }: { sku: string; prices: Prices }): boolean =>
    (current.get(sku) ?? []).some((price) => !old.some((each) => isSamePlace(each, price)))
  await changePricesIn(
    trx,
    options,
    rows.filter((row) => !isGrown(row)),
  )
  // A price that the change has added is taken away again, as the page of the article does it.
  const ids = new Map((await typesOfSkus(trx, [...former.keys()])).map(({ sku, id }) => [sku, id]))
  for (const { sku, prices: old } of rows.filter(isGrown)) {
    const id = ids.get(sku) ?? ''
    const currencies = new Set([...old, ...(current.get(sku) ?? [])].map(({ currency }) => currency))
    const cells = new Map([...currencies].map((currency) => [`price_${currency}`, priceCell(old, currency)]))
    await withFieldFaults(context, () => writeCells(context, trx, options, { id, cells, style: 'files' }))
  }
}

const isSamePlace = (one: Prices[number], other: Prices[number]): boolean =>
  one.currency === other.currency && one.min_quantity === other.min_quantity

async function stockLog(trx: DatabaseTransaction, skus: readonly string[]): Promise<Fields> {
  return Object.fromEntries((await stockOfSkus(trx, skus)).map(({ sku, on_hand: onHand }) => [sku, onHand]))
}

async function pricesLog(trx: DatabaseTransaction, skus: readonly string[]): Promise<Fields> {
  return Object.fromEntries((await pricesOfSkus(trx, skus)).map(({ sku, prices: own }) => [sku, own]))
}
