/** What a search scores a product by, beside its texts: `in_stock` and `is_asked` are 1 or 0. */
export type ProductFacts = { category_id: string | null; in_stock: number; is_asked: number }

/** Returns the facts of the product with this `seq`; undefined where it is not known. */
type ReadFacts = (seq: number) => ProductFacts | undefined

/** `categoryIds` are categories, in one of which a product may be, or below it. */
export type FactsOf = (categoryIds: readonly string[]) => ReadFacts

/**
 * What lists keep in memory of all products: as it is now, or undefined while that is not known. `newest` is the number
 * of the newest change, where the caller has just read it.
 */
export type FactSource = { facts(newest?: number): Promise<FactsOf | undefined> }
