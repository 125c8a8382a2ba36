import type { Shop as PlatformShop } from '../platform/shop.ts'
import type { AgreedLists } from './agreed-prices/agreed-lists.ts'
import type { CatalogIndex } from './columns/catalog-index.ts'

/** The services that pages of the catalogue need. */
export type Shop = PlatformShop & { catalogIndex: CatalogIndex; agreedLists: AgreedLists }
