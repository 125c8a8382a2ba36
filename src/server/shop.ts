import type { Shop as OrderingShop } from './ordering/shop.ts'

/** All services of the shop. The modules of the server ask for less: each has its own `Shop`. */
export type Shop = OrderingShop
