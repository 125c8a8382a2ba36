import { slugify } from './slugs.ts'

/** The fragment of a variant on its product page. */
export function variantFragment(sku: string): string {
  return `variant-${slugify(sku)}`
}
