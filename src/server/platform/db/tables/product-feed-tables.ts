import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import type { Flag } from './flag.ts'

export type ProductFeedTables = {
  /**
   * The files for comparison sites, by their names (`google-sv-SE`). `lease` names the process that writes one, until
   * `leased_until`. `currency` is that of the last try, `products` and `bytes` are of the file that was last written
   * in it (`written_at` is null where none was); `failures` counts the tries since, and `said` is why the last one
   * failed, empty after one that did not. It is written again at `next_at`, which after a failure does not count.
   */
  product_feeds: {
    name: string
    currency: CurrencyCode
    lease: string
    leased_until: string
    /** Somebody asked to write it now. */
    is_wanted: Flag
    tried_at: string | null
    written_at: string | null
    next_at: string | null
    products: number
    bytes: number
    failures: number
    said: string
  }
}
