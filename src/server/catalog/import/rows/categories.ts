import { languages, type Language } from '../../../../domain/places/locales.ts'
import { slugify } from '../../../../domain/products/slugs.ts'
import { stableId } from '../../../platform/ids.ts'
import { FeedError } from '../feeds/feed-row.ts'
import type { Words } from '../profile/profile.ts'

export type CategoryDefinition = { id: string; parent: string | null; name: Words; slug: Words; path: Words }
/** A category's name; without a Swedish one a new category has the English one in both languages. */
export type CategoryName = { en: string; sv?: string }
type StoredPath = { category_id: string; language: Language; path: string }
type Place = Pick<CategoryDefinition, 'id' | 'path'>

/** More new categories in one file are a column that is none of categories. */
const maxNew = 1_000

/**
 * Finds the shop's categories by their names, and collects those that it does not have yet, which are written before
 * the products. A category that was renamed, moved or merged is found by its former names as well, while no other has
 * them. Ids of new ones come from their English path.
 */
export class Categories {
  readonly #byPath = new Map<string, string>()
  readonly #paths = new Map<string, Words>()
  readonly #created: CategoryDefinition[] = []

  constructor(stored: readonly StoredPath[], former: readonly StoredPath[] = []) {
    for (const { category_id: id, language, path } of former) this.#byPath.set(`${language} ${path}`, id)
    for (const { category_id: id, language, path } of stored) this.#note(id, language, path)
  }

  /** The categories that the shop does not have, parents before their children. */
  get created(): readonly CategoryDefinition[] {
    return this.#created
  }

  /**
   * Returns the id of the category at the end of a chain of names. Returns undefined where a category of the chain
   * exists in one language under another name. Throws FeedError for too many new ones.
   */
  find(chain: readonly CategoryName[]): string | undefined {
    let above: Place | undefined
    for (const name of chain) {
      above = this.#place(name, above)
      if (!above) return undefined
    }
    return above?.id
  }

  /** The English path of a category. */
  pathOf(id: string): string | undefined {
    return this.#paths.get(id)?.en
  }

  /** The ids of a category and of those above it, the uppermost first. */
  chainOf(id: string): string[] {
    const slugs = this.pathOf(id)?.split('/') ?? []
    return slugs.flatMap((_, at) => this.#idAt('en', slugs.slice(0, at + 1).join('/')) ?? [])
  }

  #place(name: CategoryName, above: Place | undefined): Place | undefined {
    const words = { en: name.en, sv: name.sv ?? name.en }
    const slug = { en: slugify(words.en), sv: slugify(words.sv) }
    const path = { en: below(above, 'en', slug.en), sv: below(above, 'sv', slug.sv) }
    const [found, other] = [this.#idAt('en', path.en), this.#idAt('sv', path.sv)]
    if (found !== undefined && (found === other || name.sv === undefined))
      return { id: found, path: { ...path, ...this.#paths.get(found) } }
    if (found !== other) return undefined
    const id = this.#freeId(path.en)
    if (this.#created.length === maxNew) throw new FeedError('categories_new', { most: maxNew })
    this.#created.push({ id, parent: above?.id ?? null, name: words, slug, path })
    for (const language of languages) this.#note(id, language, path[language])
    return { id, path }
  }

  /** A category that has moved away keeps the id that its path gave it. */
  #freeId(path: string): string {
    for (let count = 1; ; count += 1) {
      const id = stableId(count === 1 ? `category ${path}` : `category ${path} ${count}`)
      if (!this.#paths.has(id)) return id
    }
  }

  #note(id: string, language: Language, path: string): void {
    this.#byPath.set(`${language} ${path}`, id)
    this.#paths.set(id, { en: '', sv: '', ...this.#paths.get(id), [language]: path })
  }

  #idAt(language: Language, path: string): string | undefined {
    return this.#byPath.get(`${language} ${path}`)
  }
}

function below(above: Place | undefined, language: Language, slug: string): string {
  return above ? `${above.path[language]}/${slug}` : slug
}
