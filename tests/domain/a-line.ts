import type { CartLine } from '../../src/domain/cart/cart-lines.ts'

/** A cart line of a plain product; tests pass in what they need. */
export function aLine(changes: Partial<CartLine> = {}): CartLine {
  return {
    uuid: 'u',
    type: 1,
    thumb: null,
    name: 'Fan',
    slug: 'fan',
    product_id: 'fan',
    sku: 'FAN',
    quantity: 1,
    price: 100,
    ordinary_price: 100,
    pricing: [{ q: 1, p: 100 }],
    vat: 25,
    categories: [],
    group_id: null,
    discount_category: null,
    stock_status: 'in_stock',
    campaign: false,
    ...changes,
  }
}
