import { z } from 'zod/mini'
import { searchProduct } from '../../domain/products/products.ts'
import { defineCall } from './contract.ts'

const shortText = z.string().check(z.maxLength(10))
const links = z.optional(z.array(z.object({ name: z.string(), path: z.string() })))

/**
 * GET /api/products (spec section 7): search suggestions. The storefront sends `nc=true` to include categories found by
 * name and `co=true` for the count in `x-be-records` (decision 0037); `false` or `0` leaves them out.
 */
export const Products = defineCall({
  method: 'GET',
  path: '/api/products',
  query: z.object({
    query: z.string().check(z.maxLength(400)),
    nc: z.optional(shortText),
    co: z.optional(shortText),
  }),
  response: z.object({
    products: z.array(searchProduct),
    categories: z.array(z.object({ id: z.string(), name: z.string(), path: z.string() })),
    /** Devices and repair guides that the query names, and their pages; answers of older versions have none. */
    devices: links,
    guides: links,
  }),
  responseHeaders: ['x-be-records'],
  errors: [],
})
