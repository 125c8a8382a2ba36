import { sql } from 'kysely'
import { productType } from '../../domain/products/products.ts'

const { giftCard, set, variant } = productType

/**
 * 1 when a product can be sold now, else 0, as its card says: nothing without a price, a variant product by its
 * published choices, a set by its scarcest item. The query calls the product `p` and its stock `shelf`.
 */
export const canBeSold = sql<number>`case
  when p.sort_price is null then 0
  when p.type = ${sql.lit(giftCard)} then 1
  when p.type = ${sql.lit(variant)} then (select count(*) from (select 1 from products choice
    join stock s on s.product_id = choice.id
    where choice.parent_id = p.id and choice.status = 'published' and s.on_hand > s.reserved limit 1) sold)
  when p.type = ${sql.lit(set)} then (select case when count(*) > 0
      and min(case when coalesce(s.on_hand, 0) - coalesce(s.reserved, 0) >= i.quantity then 1 else 0 end) = 1
    then 1 else 0 end from set_items i left join stock s on s.product_id = i.product_id where i.set_id = p.id)
  when shelf.on_hand > shelf.reserved then 1 else 0 end`
