/** A part that may be meant by words; `available` units can be had now, null of what has no stock of its own. */
export type SuggestedPart = { sku: string; name: string; available: number | null }
