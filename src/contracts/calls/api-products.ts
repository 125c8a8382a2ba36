import { z } from 'zod/mini'
import { plainText, readErrors, writeErrors } from './api-fields.ts'
import { defineCall } from './contract.ts'

const maxNameLength = 250
const maxShortLength = 120
const maxDescriptionLength = 20_000

/** A description keeps its line breaks; other control characters are refused. */
const description = z.string().check(z.maxLength(maxDescriptionLength), z.regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u))
const texts = z.object({
  name: z.string(),
  /** What precedes the name, such as the maker's series. */
  prefix: z.string(),
  /** What a choice of a variant is called. */
  label: z.string(),
  slug: z.string(),
  description: z.string(),
})
const changedTexts = z.partial(
  z.strictObject({
    name: plainText(maxNameLength).check(z.regex(/\S/)),
    prefix: plainText(maxShortLength),
    label: plainText(maxShortLength),
    description,
  }),
)

const product = z.object({
  id: z.string(),
  sku: z.string(),
  status: z.enum(['published', 'draft']),
  brand: z.nullable(z.string()),
  weight_grams: z.int(),
  updated_at: z.string(),
  texts: z.object({ sv: texts, en: texts }),
})
export type ApiProduct = z.infer<typeof product>

/** GET /api/v1/products/[product]: by article number, or by id where no article has that number. */
export const ReadProduct = defineCall({
  method: 'GET',
  path: '/api/v1/products/[product]',
  scope: 'products.read',
  response: product,
  errors: [...readErrors, 'product_unknown'],
})

/**
 * PATCH /api/v1/products/[product]: sets texts in both languages and whether it is sold; what is not named stays. With
 * `updated_at` of an earlier answer, the change is refused where somebody has changed the product since.
 */
export const ChangeProduct = defineCall({
  method: 'PATCH',
  path: '/api/v1/products/[product]',
  scope: 'products.write',
  body: z
    .strictObject({
      updated_at: z.optional(plainText(40)),
      status: z.optional(z.enum(['published', 'draft'])),
      texts: z.optional(z.partial(z.strictObject({ sv: changedTexts, en: changedTexts }))),
    })
    .check(
      z.refine(
        ({ status, texts: changed }) =>
          status !== undefined || Object.values(changed ?? {}).some((each) => Object.keys(each).length > 0),
        'nothing_changed',
      ),
    ),
  response: product,
  errors: [...writeErrors, 'product_unknown', 'changed_meanwhile', 'text_unusable'],
})
