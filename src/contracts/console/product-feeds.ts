import type { ProductFeed } from '../../domain/settings/product-feeds.ts'

/** A file for comparison sites as staff see it; times are UTC ISO text, `failed` is why the last try failed. */
export type FeedLine = ProductFeed & {
  name: string
  address: string
  /** Null where there is no file of this currency yet. */
  writtenAt: string | null
  products: number
  bytes: number
  failed: { at: string; why: string } | null
  /** It is being written, or will be within seconds. */
  isBeingWritten: boolean
}
