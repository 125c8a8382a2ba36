import { z } from 'zod/mini'
import { productStatuses, type ChangedRow, type SaveProductsInput } from '../../../contracts/console/products.ts'
import { typedAmount } from '../../../domain/money/typed-amounts.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { readShelf } from '../../../domain/products/shelves.ts'
import { numberField } from '../../../i18n/typed-numbers.ts'
import { changePricesIn, changeStockIn } from '../../catalog/changes/change-goods.ts'
import { changeStatusIn, lockGoods } from '../../catalog/changes/change-records.ts'
import { writeShelf } from '../../catalog/maintenance/shelf-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError, faultText, refusalOf } from '../frame/console-error.ts'
import { productAction } from './product-action.ts'
import { productsBySkus } from './product-by-sku-queries.ts'
import { productValues, type ProductValues } from './product-values.ts'

/** What stood in the fields of a row when the list was shown: price, own units, status and shelf. */
const wasJson = z.tuple([z.string(), z.string(), z.string(), z.string()])
type Field = 'price' | 'stock' | 'status' | 'shelf'
type Cells = Readonly<Record<Field, string>>
type Product = { id: string; sku: string }
type Change = { sku: string; was: Cells; typed: Partial<Cells> }

/** The fields of a row. */
export const rowFields = ['price', 'stock', 'status', 'shelf'] as const
const maxRows = 50
const maxUnits = 1_000_000
const maxValueLength = 60

/** What the fields of a row show. */
export function cellsOf({ price, own, status, shelf }: ProductValues, language: Language): Cells {
  return { price: numberField(price, language), stock: own === null ? '' : String(own), status, shelf }
}

export const wasOf = ({ price, stock, status, shelf }: Cells): string => JSON.stringify([price, stock, status, shelf])

/**
 * Writes the rows in which something else stands than was shown; each is a change of its own, so that one that is
 * refused keeps no other. A field that somebody else has changed meanwhile is refused; their other fields stay.
 */
export async function saveRows(context: ConsoleContext, input: SaveProductsInput): Promise<ChangedRow[]> {
  const changes = changesOf(input)
  if (changes.length === 0) throw new ConsoleError('nothing_changed')
  const results: ChangedRow[] = []
  for (const change of changes) results.push({ sku: change.sku, fault: await saveRow(context, change) })
  return results
}

function changesOf(input: SaveProductsInput): Change[] {
  const changes = [...input['was:']].flatMap(([sku, text]): Change[] => {
    const was = readWas(text)
    if (!was) return []
    const typed = rowFields.flatMap((field) => {
      const value = input[`${field}:`].get(sku)?.trim().slice(0, maxValueLength)
      return value === undefined || value === was[field] ? [] : [[field, value] as const]
    })
    return typed.length === 0 ? [] : [{ sku, was, typed: Object.fromEntries(typed) }]
  })
  if (changes.length > maxRows) throw new ConsoleError('too_many')
  return changes
}

function readWas(text: string): Cells | undefined {
  try {
    const [price, stock, status, shelf] = wasJson.parse(JSON.parse(text.slice(0, 300)))
    return { price, stock, status, shelf }
  } catch {
    return undefined
  }
}

/** Returns why nothing of the row was written, in words. */
async function saveRow(context: ConsoleContext, change: Change): Promise<string | null> {
  const { shop, session, request } = context
  try {
    const [product] = await productsBySkus(shop.db, [change.sku])
    if (!product) throw new ConsoleError('unknown')
    const read = readTyped(context, change)
    const action = productAction(product, 'products.save', (trx) => checkUnchanged(context, trx, change))
    await audited(shop, session.actor, action, (services) => write(services, product, read))
    return null
  } catch (error) {
    const fault = refusalOf(error)
    if (fault === undefined) throw error
    return faultText(fault, request.locals.t)
  }
}

type Read = { price?: number; units?: number; status?: 'published' | 'draft'; shelf?: string }

function readTyped({ session }: ConsoleContext, { was, typed: { price, stock, status, shelf } }: Change): Read {
  const read: Read = {}
  if (price !== undefined) {
    const amount = typedAmount(price)
    if (!may(session, 'prices.change')) throw new ConsoleError('not_possible')
    if (amount === undefined || amount <= 0) throw new ConsoleError('product_price_invalid')
    read.price = amount
  }
  if (stock !== undefined) {
    read.units = unitsIn(stock, Number(was.stock))
  }
  if (shelf !== undefined) read.shelf = parseShelf(shelf)
  const known = productStatuses.find((each) => each === status)
  if (status !== undefined && !known) throw new ConsoleError('not_possible')
  return known ? { ...read, status: known } : read
}

/** The units that were typed: how many there are, or with a sign how many there are more or fewer than were shown. */
function unitsIn(text: string, shown: number): number {
  const [, sign, digits] = /^([+\u2212-]?) ?(\d{1,7})$/.exec(text) ?? []
  if (digits === undefined) throw new ConsoleError('product_stock_invalid')
  const units = sign === '' ? Number(digits) : shown + (sign === '+' ? 1 : -1) * Number(digits)
  if (units < 0) throw new ConsoleError('product_stock_below')
  if (units > maxUnits) throw new ConsoleError('product_stock_invalid')
  return units
}

function parseShelf(text: string): string {
  const shelf = readShelf(text)
  if (shelf === undefined) throw new ConsoleError('product_shelf_invalid')
  return shelf
}

/** Only what the person changes is compared; what else has changed of the product stays as it is now. */
async function checkUnchanged(
  context: ConsoleContext,
  trx: DatabaseTransaction,
  { sku, was, typed }: Change,
): Promise<void> {
  const { shop, session } = context
  await lockGoods(trx, shop.kind, [sku])
  const products = await productsBySkus(trx, [sku])
  const { currency } = shop.settings.all.home
  const values =
    products[0] && (await productValues({ db: trx, kind: shop.kind }, products, currency)).get(products[0].id)
  if (!values) throw new ConsoleError('unknown')
  if (typed.price !== undefined && values.isFixed) throw new ConsoleError('product_price_fixed')
  if ((typed.stock ?? typed.shelf) !== undefined && values.own === null) throw new ConsoleError('product_no_stock')
  const now = cellsOf(values, session.staff.language)
  if (rowFields.some((field) => typed[field] !== undefined && now[field] !== was[field]))
    throw new ConsoleError('changed_meanwhile')
}

async function write({ db, kind, now, settings }: Shop, { id, sku }: Product, read: Read): Promise<void> {
  const { price, units, status, shelf } = read
  const { currency } = settings.all.home
  await db.transaction().execute(async (trx) => {
    const options = { kind, now: now() }
    const prices = price === undefined ? [] : [{ currency, min_quantity: 1, amount: price }]
    if (prices.length > 0) await changePricesIn(trx, options, [{ sku, prices }])
    if (units !== undefined) await changeStockIn(trx, options, [{ sku, set: units }])
    if (shelf !== undefined) await writeShelf(trx, id, shelf)
    if (status !== undefined) await changeStatusIn(trx, options, [sku], status)
  })
}
