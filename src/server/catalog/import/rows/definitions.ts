import { languages, type Language } from '../../../../domain/places/locales.ts'
import { slugify } from '../../../../domain/products/slugs.ts'
import type { NewRow } from '../../../platform/db/tables.ts'
import { stableId } from '../../../platform/ids.ts'
import type { AttributeValue } from './attribute-values.ts'
import type { Drawing } from './drawings.ts'
import type { Words } from '../profile/profile.ts'

export type CategoryDefinition = { id: string; parent: string | null; name: Words; slug: Words; path: Words }
/**
 * `from` is `given` when the profile names the attribute, whose translations then apply, and `found` when it comes
 * from a column.
 */
export type AttributeDefinition = { id: string; name: Words; unit: string; facet: boolean; from: 'given' | 'found' }

/**
 * Collects categories, brands, attributes and pictures that rows refer to and the shop may not have yet, while rows
 * are read; they are written before the products.
 */
export class Definitions {
  categories: readonly CategoryDefinition[]
  readonly attributes = new Map<string, AttributeDefinition>()
  readonly labels = new Map<string, Map<string, Words>>()
  /** Drawings by picture id. */
  readonly drawings = new Map<string, Drawing>()
  /** Picture ids of photographs. */
  readonly photos = new Set<string>()

  readonly #brandIds: ReadonlyMap<string, string>
  readonly #newBrands = new Map<string, string>()

  /** @param brandIds the shop's brand ids by slug. */
  constructor(chain: Record<Language, readonly string[]>, brandIds: ReadonlyMap<string, string>) {
    this.categories = categoryChain(chain)
    this.#brandIds = brandIds
  }

  /** @returns the brand's id (for a new brand its slug), or null for a name without a Latin letter or digit. */
  brand(name: string): string | null {
    const slug = slugify(name)
    const known = this.#brandIds.get(slug)
    if (known !== undefined || slug === '') return known ?? null
    if (!this.#newBrands.has(slug)) this.#newBrands.set(slug, name)
    return slug
  }

  newBrands(): NewRow<'brands'>[] {
    return [...this.#newBrands].map(([slug, name]) => ({ id: slug, name, slug, maker: '', eu_contact: '' }))
  }

  attribute(definition: AttributeDefinition): void {
    this.attributes.set(definition.id, definition)
  }

  label(attributeId: string, { value, words }: AttributeValue): void {
    if (!words) return
    const known = this.labels.get(attributeId) ?? new Map<string, Words>()
    this.labels.set(attributeId, known.set(value, words))
  }
}

/**
 * Builds the category chain. Ids of new categories come from their English path; existing categories keep their ids.
 */
function categoryChain(chain: Record<Language, readonly string[]>): CategoryDefinition[] {
  const definitions: CategoryDefinition[] = []
  for (const [at, en] of chain.en.entries()) {
    const name = { en, sv: chain.sv[at] ?? en }
    const above = definitions.at(-1)
    const slug = { en: slugify(name.en), sv: slugify(name.sv) }
    const path = { en: '', sv: '' }
    for (const language of languages)
      path[language] = above ? `${above.path[language]}/${slug[language]}` : slug[language]
    definitions.push({ id: stableId(`category ${path.en}`), parent: above?.id ?? null, name, slug, path })
  }
  return definitions
}
