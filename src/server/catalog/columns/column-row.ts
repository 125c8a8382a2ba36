/** What listings know of a product. `seq` is the number of its search document, which never changes. */
export type ColumnRow = {
  seq: number
  brand: string | null
  vatClass: string
  /** The sort price in the base currency (minor units); null without a price. */
  price: number | null
  /** Sort prices in other currencies, where the product has its own (minor units, with home VAT). */
  ownPrices: readonly (readonly [currency: string, price: number])[]
  popularity: number
  /** Milliseconds since 1970. */
  publishedAt: number
  /** Changes at least whenever the product's names do. */
  version: number
  /** Its place in `stockOrder`. */
  stock: number
  /** The day on which it is expected, in days since 1970; 0 when it is in stock, and `neverReady` without a date. */
  readyDay: number
  /** Working days until a supplier has sent it. */
  waitDays: number
  /** The weight of one, 0 when it is not known. */
  grams: number
  mainCategory: string | null
  categories: readonly string[]
  attributes: readonly (readonly [attribute: string, value: string])[]
}
