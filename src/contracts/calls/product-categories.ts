import { z } from 'zod/mini'
import { thumb } from '../../domain/products/products.ts'
import { defineCall } from './contract.ts'

/** A category (spec section 3); `path` is its URL path in the request's language. */
const category = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  has_children: z.boolean(),
  thumb: z.nullable(thumb),
  uri: z.nullable(z.string()),
  hierarchy: z.array(z.string()),
  path: z.string(),
})
export type Category = z.infer<typeof category>

/** GET /api/product-categories (spec section 7): the children of a category, or the main menu. */
export const ProductCategories = defineCall({
  method: 'GET',
  path: '/api/product-categories',
  query: z.object({
    parent_id: z.optional(z.string().check(z.maxLength(64))),
    main_menu: z.optional(z.string().check(z.maxLength(10))),
  }),
  response: z.array(category),
  errors: [],
})
