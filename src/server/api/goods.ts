import {
  ChangePrices,
  ChangeStock,
  type ListPrices,
  type ListProducts,
  type ListStock,
} from '../../contracts/calls/api-goods.ts'
import { changePrices, changeStock, pricesOfSkus, stockOfSkus } from '../catalog/changes/change-goods.ts'
import { namesOf, productsAfter, stockAfter } from '../catalog/changes/goods-queries.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { ProblemError } from '../platform/http/answers/problem.ts'
import type { ApiRequest } from './api-endpoint.ts'
import { changeOnce } from './change-once.ts'

const usualPage = 50

type Paged = { cursor?: string | undefined; limit?: string | undefined; sku?: string | undefined }

/** A cursor is the id of the last product in the form of base64url, because ids hold any character. */
function pageOf({ cursor = '', limit, sku }: Paged) {
  const after = Buffer.from(cursor, 'base64url').toString()
  return { after, sku, limit: limit === undefined ? usualPage : Number(limit) }
}

function cursorAfter(rows: readonly { id: string }[], limit: number): string | null {
  const last = rows.length === limit ? rows.at(-1) : undefined
  return last ? Buffer.from(last.id).toString('base64url') : null
}

export async function listStock({ shop, query }: ApiRequest<typeof ListStock>) {
  const page = pageOf(query)
  const rows = await stockAfter(shop.db, page)
  return {
    stock: rows.map(({ id: _id, ...row }) => ({ ...row, available: row.on_hand - row.reserved })),
    next_cursor: cursorAfter(rows, page.limit),
  }
}

export async function listProducts({ shop, query }: ApiRequest<typeof ListProducts>) {
  const page = pageOf(query)
  const rows = await productsAfter(shop.db, { ...page, status: query.status })
  const texts = await namesOf(
    shop.db,
    rows.map(({ id }) => id),
  )
  const nameOf = (id: string, language: string) =>
    texts.find((row) => row.product_id === id && row.language === language)?.name ?? ''
  return {
    products: rows.map(({ id, ...row }) => ({ ...row, names: { sv: nameOf(id, 'sv'), en: nameOf(id, 'en') } })),
    next_cursor: cursorAfter(rows, page.limit),
  }
}

export async function listPrices({ shop, query }: ApiRequest<typeof ListPrices>) {
  const page = pageOf(query)
  const rows = await productsAfter(shop.db, page)
  const found = await pricesOfSkus(
    shop.db,
    rows.map(({ sku }) => sku),
  )
  return {
    prices: found.map(({ sku, prices }) => ({ sku, prices })),
    next_cursor: cursorAfter(rows, page.limit),
  }
}

/** Sets or adjusts stock; what orders have reserved stays. */
export function changeStockOnce(request: ApiRequest<typeof ChangeStock>) {
  const { shop, body } = request
  const skus = uniqueSkus(body.rows)
  const fields = async (db: Queryable) =>
    Object.fromEntries((await stockOfSkus(db, skus)).map(({ sku, on_hand }) => [sku, on_hand]))
  return changeOnce(request, {
    action: { operation: 'stock.change', subject: subjectOf('stock', skus), fields },
    run: (services) => changeStock(services, body.rows),
    answer: async () => ({ rows: await stockOfSkus(shop.db, skus) }),
    schema: ChangeStock.response,
  })
}

export function changePricesOnce(request: ApiRequest<typeof ChangePrices>) {
  const { shop, body } = request
  const skus = uniqueSkus(body.rows)
  for (const { prices } of body.rows)
    if (new Set(prices.map((each) => `${each.currency} ${each.min_quantity}`)).size < prices.length)
      throw new ProblemError(422, 'price_twice')
  const fields = async (db: Queryable) =>
    Object.fromEntries((await pricesOfSkus(db, skus)).map(({ sku, prices }) => [sku, prices]))
  return changeOnce(request, {
    action: { operation: 'prices.change', subject: subjectOf('prices', skus), fields },
    run: (services) => changePrices(services, body.rows),
    answer: async () => ({ rows: await pricesOfSkus(shop.db, skus) }),
    schema: ChangePrices.response,
  })
}

function uniqueSkus(rows: readonly { sku: string }[]): string[] {
  const skus = rows.map(({ sku }) => sku)
  if (new Set(skus).size < skus.length)
    throw new ProblemError(422, 'sku_twice', { detail: 'Each article number may be named once.' })
  return skus
}

function subjectOf(kind: string, skus: readonly string[]) {
  const [first = ''] = skus
  return { kind, id: first, label: skus.length === 1 ? first : `${first} + ${skus.length - 1}` }
}
