import { consolePath } from '../../src/console-routes.ts'
import { operations } from '../server/console/operations.ts'
import { hostilePhoto } from './hostile-goods.ts'
import type { HostileRecords } from './hostile-records.ts'

/** Answers that are no page: files, a part of a page, and the stream of news. */
const noPages = new Set([
  'order-document',
  'packing-slips',
  'find-hits',
  'news',
  'content-targets',
  'content-mail-preview',
  'picture-choices',
])

/** The names of all screens of the console that are pages. */
export const screens = Object.keys(operations).filter((name) => !name.includes('.') && !noPages.has(name))

/** The address of each screen that is about one record, by the name of the screen. */
export function addressesOf(made: HostileRecords, person: string, guest: string): Partial<Record<string, string>> {
  const { order: number } = made
  return {
    find: consolePath('find', {}, { q: number }),
    order: consolePath('order', { number }),
    'order-edit': consolePath('order-edit', { number }),
    'pack-order': consolePath('pack-order', { number }),
    'pick-list': consolePath('pick-list', {}, { orders: number }),
    run: consolePath('run', { id: 'run' }),
    payment: consolePath('payment', { id: made.payment }),
    payout: consolePath('payout', { id: made.payout }),
    invoice: consolePath('invoice', { number: made.invoice }),
    return: consolePath('return', { number: 'B1' }),
    exchange: consolePath('exchange', { number: 'B1' }),
    customer: consolePath('customer', { id: made.customer }),
    'customer-merge': consolePath('customer-merge', { id: made.customer }, { with: 'karin@example.com' }),
    guest: consolePath('guest', {}, { email: guest }),
    organization: consolePath('organization', { id: made.organization }),
    quote: consolePath('quote', { number: 'Q1' }),
    request: consolePath('request', { number: 'R1' }),
    subscription: consolePath('subscription', { id: 's' }),
    'gift-card': consolePath('gift-card', { id: 'g' }),
    vat: consolePath('vat', {}, { country: 'SE', class: 'standard', percent: '20', from: monthAhead() }),
    product: consolePath('product', { sku: made.product }),
    'product-files': consolePath('product-files', { sku: made.product }),
    'product-picture': consolePath('product-picture', { sku: made.product, picture: hostilePhoto }),
    'product-variants': consolePath('product-variants', { sku: made.variant }),
    'product-pieces': consolePath('product-pieces', { sku: made.set }, { q: 'batteri' }),
    picture: consolePath('picture', { id: 'hostile' }),
    setting: consolePath('setting', { group: 'delivery' }),
    category: consolePath('category', { id: made.category }),
    campaign: consolePath('campaign', { id: 'hostile' }),
    'price-list': consolePath('price-list', { id: 'hostile' }),
    'price-change': consolePath('price-change', { id: 'hostile' }),
    brand: consolePath('brand', { id: made.brand }),
    tag: consolePath('tag', { id: made.tag }),
    attribute: consolePath('attribute', { id: made.attribute }),
    device: consolePath('device', { id: made.device }),
    'search-words': consolePath('search-words', {}, { query: 'batteri', language: 'sv' }),
    'search-synonym': consolePath('search-synonym', {}, { phrase: made.phrase }),
    'search-trigger': consolePath('search-trigger', {}, { id: made.trigger }),
    coupon: consolePath('coupon', { code: 'VALKOMMEN10' }),
    'content-mail': consolePath('content-mail', { name: 'subscription' }),
    'content-item': consolePath('content-item', { kind: 'page', id: 'terms' }),
    webhook: consolePath('webhook', { id: made.webhook }),
    import: consolePath('import', { id: 'i' }),
    profile: consolePath('profile', { name: 'hostile' }),
    source: consolePath('source', { name: 's' }),
    person,
    role: consolePath('role', { name: 'seller' }),
  }
}

/** A day that a VAT rate may count from. */
function monthAhead(): string {
  return new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
}
