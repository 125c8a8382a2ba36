import type { Language } from '../../domain/places/locales.ts'
import type { SearchProduct } from '../../domain/products/products.ts'
import { href } from '../../routes.ts'
import type { Suggestions } from './search-store.ts'

/** One thing that can be chosen in the suggestions; its path is where choosing leads. */
export type Suggestion = {
  id: string
  path: string
  label: string
  section: 'devices' | 'guides' | 'products' | 'categories' | 'hints' | 'all'
  product?: SearchProduct
}

/** The choices in the order of the arrow keys: devices, guides, parts, categories, tips, and last the whole result. */
export function suggestionItems({ query, found, hints }: Suggestions, language: Language): Suggestion[] {
  if (!found) return []
  const products = found.products.map((product): Suggestion => ({
    id: product.sku,
    section: 'products',
    label: product.name,
    product,
    path: href(language, 'product', { slug: product.slug }) + fragmentOf(product),
  }))
  const all: Suggestion = { id: 'all', section: 'all', label: query, path: href(language, 'search', {}, { q: query }) }
  return [
    ...linksTo('devices', found.devices),
    ...linksTo('guides', found.guides),
    ...products,
    ...linksTo('categories', found.categories),
    ...linksTo(
      'hints',
      hints.map(({ hint, url }) => ({ name: hint, path: url })),
    ),
    ...(products.length > 0 ? [all] : []),
  ]
}

type Link = { name: string; path: string }

function linksTo(section: Suggestion['section'], links: readonly Link[] = []): Suggestion[] {
  return links.map(({ name, path }) => ({ id: path + name, section, label: name, path }))
}

function fragmentOf({ url_fragment: fragment }: SearchProduct): string {
  return fragment ? `#${fragment.replace(/^#/, '')}` : ''
}
