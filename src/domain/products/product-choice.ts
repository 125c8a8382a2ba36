import { z } from 'zod/mini'

const amount = z.nullable(z.number())

/**
 * Which products something is done with: those that match everything that is given. Article numbers stand for
 * themselves and the choices of a variant; a category has all products below it. Amounts are minor units of the shop's
 * own currency, both included.
 */
export const productChoice = z.object({
  skus: z.readonly(z.array(z.string())),
  category: z.string(),
  brand: z.string(),
  from: amount,
  to: amount,
  status: z.enum(['', 'published', 'draft']),
  stock: z.enum(['', 'in', 'out']),
})
export type ProductChoice = z.output<typeof productChoice>

export const allProducts: ProductChoice = {
  skus: [],
  category: '',
  brand: '',
  from: null,
  to: null,
  status: '',
  stock: '',
}
