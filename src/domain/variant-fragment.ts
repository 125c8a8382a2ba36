import { slugify } from './slugs.ts'

/** Where a version of a variant product stands on the product's page. */
export function variantFragment(sku: string): string {
  return `variant-${slugify(sku)}`
}
