import type { Shop as CatalogShop } from './catalog/shop.ts'
import type { Shop as OrderingShop } from './ordering/shop.ts'

/** All services of the shop. Server modules depend on fewer: each has its own `Shop` type. */
export type Shop = OrderingShop & CatalogShop
