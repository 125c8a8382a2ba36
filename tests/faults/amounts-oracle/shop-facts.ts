import type { Minor } from './exact.ts'

/** The data of a shop in the oracle's own terms; amounts in öre or cents. */
export type PriceTier = { from: number; price: Minor }
export type PriceList = readonly PriceTier[]
export type ByCurrency = ReadonlyMap<string, PriceList>
export type Offer = { campaign: string; startsAt: string; endsAt: string; lists: ByCurrency }
export type PriceSpan = { currency: string; price: Minor; from: string; until: string | null }

export type Part = {
  id: string
  sku: string
  name: ReadonlyMap<string, string>
  type: number
  isParent: boolean
  group: string | null
  category: string | null
  vatClass: string
  grams: number
  lists: ByCurrency
  offers: readonly Offer[]
  history: readonly PriceSpan[]
  /** The quantity a customer can order. */
  available: number
}

export type Code = {
  code: string
  percent: bigint | null
  fixed: ReadonlyMap<string, Minor>
  groups: readonly string[]
  excluded: readonly string[]
  categories: readonly string[]
  minimum: Minor
  customer: string | null
  startsAt: string | null
  endsAt: string | null
  isUsedUp: boolean
  adds: string | null
}

type Band = { upToGrams: number; price: Minor }
export type Freight = {
  id: string
  kind: string
  position: number
  freeFrom: Minor | null
  aboveGrams: number
  countries: Pick<ReadonlySet<string>, 'has'>
  bands: readonly Band[]
}
export type Bundle = { base: string; part: string; percent: bigint }

export type ShopFacts = {
  parts: ReadonlyMap<string, Part>
  codes: ReadonlyMap<string, Code>
  freights: readonly Freight[]
  bundles: readonly Bundle[]
  accessories: readonly { base: string; part: string }[]
  /** Units of a currency per SEK, in millionths. */
  rates: ReadonlyMap<string, bigint>
  /** Hundredths of a percent by "country class". */
  vat: ReadonlyMap<string, bigint>
  /** Percentages by customer and discount category. */
  personal: ReadonlyMap<string, ReadonlyMap<string, bigint>>
}
