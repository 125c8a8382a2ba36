import type { AttributeKind } from '../../../../domain/products/attribute-kinds.ts'
import { slugify } from '../../../../domain/products/slugs.ts'
import type { NewRow } from '../../../platform/db/tables.ts'
import type { Words } from '../profile/profile.ts'
import type { AttributeValue } from './attribute-values.ts'
import type { Categories } from './categories.ts'
import type { Drawing } from './drawings.ts'

/**
 * `from` is `given` when the profile names the attribute, whose translations then apply, and `found` when it comes
 * from a column.
 */
export type AttributeDefinition = { id: string; name: Words; unit: string; facet: boolean; from: 'given' | 'found' }

/** What a product's page says about its maker; '' where the feed says nothing. */
type BrandContact = Pick<NewRow<'brands'>, 'maker' | 'eu_contact'>

/**
 * Collects categories, brands, attributes and pictures that rows refer to and the shop may not have yet, while rows
 * are read; they are written before the products.
 */
export class Definitions {
  readonly categories: Categories
  readonly attributes = new Map<string, AttributeDefinition>()
  readonly labels = new Map<string, Map<string, Words>>()
  /** Drawings by picture id. */
  readonly drawings = new Map<string, Drawing>()
  /** Picture ids of photographs. */
  readonly photos = new Set<string>()
  /** Ids of documents. */
  readonly documents = new Set<string>()

  /** Makers and contacts of brands by their ids: the first that the feed has of each. */
  readonly contacts = new Map<string, BrandContact>()

  readonly #brandIds: ReadonlyMap<string, string>
  readonly #newBrands = new Map<string, string>()

  readonly #kinds: ReadonlyMap<string, AttributeKind>

  /** @param brandIds the shop's brand ids by slug. @param kinds what the values of its attributes are, by their ids. */
  constructor(
    categories: Categories,
    brandIds: ReadonlyMap<string, string>,
    kinds: ReadonlyMap<string, AttributeKind> = new Map(),
  ) {
    this.categories = categories
    this.#brandIds = brandIds
    this.#kinds = kinds
  }

  /** What the values of an attribute are in the shop; any text where it has none such. */
  kindOf(attributeId: string): AttributeKind {
    return this.#kinds.get(attributeId) ?? 'text'
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
    return [...this.#newBrands].map(([slug, name]) => {
      const { maker = '', eu_contact = '' } = this.contacts.get(slug) ?? {}
      return { id: slug, name, slug, maker, eu_contact }
    })
  }

  contact(brandId: string, { maker, eu_contact }: BrandContact): void {
    const known = this.contacts.get(brandId)
    const contact = { maker: known?.maker || maker, eu_contact: known?.eu_contact || eu_contact }
    if (contact.maker !== '' || contact.eu_contact !== '') this.contacts.set(brandId, contact)
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
