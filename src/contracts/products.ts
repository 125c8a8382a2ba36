import { z } from 'zod/mini'
import { searchProduct } from '../domain/products.ts'
import { defineCall } from './contract.ts'

/**
 * GET /api/products (spec section 7): search suggestions. `nc` asks for no categories beyond those found by name and
 * `co` for products and categories in one answer; both are accepted and the answer always has both lists.
 */
export const Products = defineCall({
  method: 'GET',
  path: '/api/products',
  query: z.object({
    query: z.string().check(z.maxLength(400)),
    nc: z.optional(z.string()),
    co: z.optional(z.string()),
  }),
  response: z.object({
    products: z.array(searchProduct),
    categories: z.array(z.object({ id: z.string(), name: z.string(), path: z.string() })),
  }),
  responseHeaders: ['x-be-records'],
  errors: [],
})
