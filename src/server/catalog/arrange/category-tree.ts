import type { Language } from '../../../domain/places/locales.ts'

type Words = Record<Language, string>
/** A category as it stands in the tree; its paths follow from its slugs and those above. */
export type TreeCategory = {
  id: string
  parentId: string | null
  position: number
  isInMenu: boolean
  /** Products in it and below it that are listed. */
  products: number
  name: Words
  slug: Words
  path: Words
}

/** More levels than feeds may have would be addresses that nobody reads. */
export const maxCategoryDepth = 6

/** The categories of the shop, each with those above and below it. */
export class CategoryTree {
  readonly #byId: ReadonlyMap<string, TreeCategory>
  readonly #children: ReadonlyMap<string | null, TreeCategory[]>

  constructor(categories: readonly TreeCategory[]) {
    this.#byId = new Map(categories.map((each) => [each.id, each]))
    const sorted = categories.toSorted((one, other) => one.position - other.position || byName(one, other))
    this.#children = Map.groupBy(sorted, ({ parentId }) => parentId)
  }

  get(id: string): TreeCategory | undefined {
    return this.#byId.get(id)
  }

  /** The categories directly below one, or at the top for null, in their order. */
  childrenOf(id: string | null): readonly TreeCategory[] {
    return this.#children.get(id) ?? []
  }

  /** A category and those above it, from the top down. */
  lineOf(id: string): TreeCategory[] {
    const line: TreeCategory[] = []
    for (let at = this.get(id); at && !line.includes(at); at = at.parentId === null ? undefined : this.get(at.parentId))
      line.unshift(at)
    return line
  }

  /** A category and everything below it, parents before their children; the whole tree for null. */
  below(id: string | null): TreeCategory[] {
    const own = id === null ? [] : [this.get(id)].filter((each) => each !== undefined)
    return [...own, ...this.childrenOf(id).flatMap((child) => this.below(child.id))]
  }

  /** How many levels a category and those below it take. */
  heightOf(id: string): number {
    return 1 + Math.max(0, ...this.childrenOf(id).map((child) => this.heightOf(child.id)))
  }
}

const byName = (one: TreeCategory, other: TreeCategory): number => (one.name.en < other.name.en ? -1 : 1)
