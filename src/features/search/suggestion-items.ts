import type { Language } from '../../domain/places/locales.ts'
import type { SearchProduct } from '../../domain/products/products.ts'
import { href } from '../../routes.ts'
import type { Suggestions } from './search-store.ts'

/** One thing that can be chosen in the suggestions; its path is where choosing leads. */
export type Suggestion = {
  id: string
  path: string
  label: string
  section: 'devices' | 'products' | 'categories' | 'hints' | 'all'
  product?: SearchProduct
}

/** The choices in the order the arrow keys take: devices, parts, categories, tips, and last the whole result. */
export function suggestionItems({ query, found, hints }: Suggestions, language: Language): Suggestion[] {
  if (!found) return []
  const devices = (found.devices ?? []).map(({ name, path }): Suggestion => ({
    id: path,
    section: 'devices',
    label: name,
    path,
  }))
  const products = found.products.map((product): Suggestion => ({
    id: product.sku,
    section: 'products',
    label: product.name,
    product,
    path: href(language, 'product', { slug: product.slug }) + fragmentOf(product),
  }))
  const categories = found.categories.map(({ id, name, path }): Suggestion => ({
    id,
    section: 'categories',
    label: name,
    path,
  }))
  const tips = hints.map(({ id, hint, url }): Suggestion => ({ id, section: 'hints', label: hint, path: url }))
  const all: Suggestion = { id: 'all', section: 'all', label: query, path: href(language, 'search', {}, { q: query }) }
  return [...devices, ...products, ...categories, ...tips, ...(products.length > 0 ? [all] : [])]
}

function fragmentOf({ url_fragment: fragment }: SearchProduct): string {
  return fragment ? `#${fragment.replace(/^#/, '')}` : ''
}
