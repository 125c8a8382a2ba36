import { z } from 'zod/mini'
import { currencyCodes } from '../../domain/money/currencies.ts'
import { paging, plainText, readErrors, writeErrors } from './api-fields.ts'
import { defineCall } from './contract.ts'

const maxRows = 500
const maxUnits = 1_000_000
const maxAmount = 1_000_000_000

const sku = plainText(60).check(z.minLength(1))
const units = {
  on_hand: z.int(),
  reserved: z.int(),
  available: z.int(),
  incoming_at: z.nullable(z.string()),
}
const price = z.object({ currency: z.enum(currencyCodes), min_quantity: z.int(), amount: z.int() })

/** `no_own_stock`: the units of a set or of a product with variants are those of other products. */
const stockResult = z.object({ sku: z.string(), result: z.enum(['done', 'unknown', 'no_own_stock']), ...units })
const priceResult = z.object({
  sku: z.string(),
  result: z.enum(['done', 'unknown', 'follows_cost']),
  prices: z.array(price),
})

/** GET /api/v1/stock: by cursor, or of one article. */
export const ListStock = defineCall({
  method: 'GET',
  path: '/api/v1/stock',
  scope: 'stock.read',
  query: z.object({ ...paging, sku: z.optional(sku) }),
  response: z.object({
    stock: z.array(z.object({ sku: z.string(), ...units })),
    next_cursor: z.nullable(z.string()),
  }),
  errors: readErrors,
})

/**
 * POST /api/v1/stock: sets the shop's own units (`set`) or adds to them (`adjust`, negative to take away) of many
 * articles at once. Units that orders have reserved stay on hand.
 */
export const ChangeStock = defineCall({
  method: 'POST',
  path: '/api/v1/stock',
  scope: 'stock.write',
  body: z.object({
    rows: z
      .array(
        z.union([
          z.strictObject({ sku, set: z.int().check(z.gte(0), z.lte(maxUnits)) }),
          z.strictObject({ sku, adjust: z.int().check(z.gte(-maxUnits), z.lte(maxUnits)) }),
        ]),
      )
      .check(z.minLength(1), z.maxLength(maxRows)),
  }),
  response: z.object({ rows: z.array(stockResult) }),
  errors: [...writeErrors, 'sku_twice'],
})

/** GET /api/v1/prices: with VAT at the home rate, in minor units; by cursor, or of one article. */
export const ListPrices = defineCall({
  method: 'GET',
  path: '/api/v1/prices',
  scope: 'prices.read',
  query: z.object({ ...paging, sku: z.optional(sku) }),
  response: z.object({
    prices: z.array(z.object({ sku: z.string(), prices: z.array(price) })),
    next_cursor: z.nullable(z.string()),
  }),
  errors: readErrors,
})

/** POST /api/v1/prices: sets prices by currency and smallest quantity; those that are not named stay. */
export const ChangePrices = defineCall({
  method: 'POST',
  path: '/api/v1/prices',
  scope: 'prices.write',
  body: z.object({
    rows: z
      .array(
        z.strictObject({
          sku,
          prices: z
            .array(
              z.strictObject({
                currency: z.enum(currencyCodes),
                min_quantity: z.int().check(z.gte(1), z.lte(maxUnits)),
                amount: z.int().check(z.gte(1), z.lte(maxAmount)),
              }),
            )
            .check(z.minLength(1), z.maxLength(50)),
        }),
      )
      .check(z.minLength(1), z.maxLength(maxRows)),
  }),
  response: z.object({ rows: z.array(priceResult) }),
  errors: [...writeErrors, 'sku_twice', 'price_twice'],
})

/** GET /api/v1/products: what is sold and what is hidden, by cursor. */
export const ListProducts = defineCall({
  method: 'GET',
  path: '/api/v1/products',
  scope: 'products.read',
  query: z.object({ ...paging, sku: z.optional(sku), status: z.optional(z.enum(['published', 'draft'])) }),
  response: z.object({
    products: z.array(
      z.object({
        sku: z.string(),
        status: z.enum(['published', 'draft']),
        brand: z.nullable(z.string()),
        names: z.object({ sv: z.string(), en: z.string() }),
        weight_grams: z.int(),
        updated_at: z.string(),
      }),
    ),
    next_cursor: z.nullable(z.string()),
  }),
  errors: readErrors,
})
