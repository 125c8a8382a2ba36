import { beforeEach, describe, expect, test } from 'vitest'
import type { TrackedEvent } from '../../src/features/tracking/events.ts'
import { offered, openBrowser, openTab, type Tab } from './browser-tabs.ts'

let tab: Tab
let told: unknown[]
const uuidOf = (sku: string) => tab.$cart.get().items.find((line) => line.sku === sku)?.uuid ?? ''

/** The events since the last call: event, units by part, and value. */
function look(): [string, Record<string, number>, number][] {
  return told
    .splice(0)
    .filter((entry): entry is TrackedEvent => typeof entry === 'object' && entry !== null && 'event' in entry)
    .flatMap((event) =>
      'ecommerce' in event
        ? [
            [
              event.event,
              Object.fromEntries(event.ecommerce.items.map((item) => [item.item_id, item.quantity])),
              event.ecommerce.value,
            ],
          ]
        : [],
    )
}

async function openTrackedTab(): Promise<Tab> {
  const opened = await openTab()
  const { trackCart } = await import('../../src/features/cart/track-cart.ts')
  opened.$cart.listen(() => {})
  trackCart()
  return opened
}

beforeEach(async () => {
  const { page } = openBrowser()
  Object.assign(page.documentElement, { removeAttribute: () => {} })
  document.cookie = '__consent=5'
  window.dataLayer = told = []
  tab = await openTrackedTab()
})

describe('spec 4: add_to_cart and remove_from_cart', () => {
  test('spec 4: added items are sent with their quantity, excluding VAT', () => {
    tab.addToCart(offered('A'), 2)
    expect(look()).toEqual([['add_to_cart', { A: 2 }, 160]])
    tab.addToCart(offered('A'), 1)
    expect(look()).toEqual([['add_to_cart', { A: 1 }, 80]])
  })

  test('spec 4: a bundle is sent as one event', () => {
    tab.addBundle([offered('A'), offered('B')])
    expect(look()).toEqual([['add_to_cart', { A: 1, B: 1 }, 160]])
  })

  test('spec 4: a changed quantity is sent as the difference, a removal and its undo with all units', () => {
    tab.addToCart(offered('A'), 3)
    look()
    tab.changeQuantity(uuidOf('A'), 5)
    tab.changeQuantity(uuidOf('A'), 1)
    tab.changeQuantity(uuidOf('A'), 1)
    tab.removeLine(uuidOf('A'))
    tab.undoRemoval()
    expect(look()).toEqual([
      ['add_to_cart', { A: 2 }, 160],
      ['remove_from_cart', { A: 4 }, 320],
      ['remove_from_cart', { A: 1 }, 80],
      ['add_to_cart', { A: 1 }, 80],
    ])
  })

  test('spec 4: shop answers, a cart emptied by an order and changes of other tabs are not sent', async () => {
    const other = await openTrackedTab()
    tab.addToCart(offered('A'), 1)
    expect(look()).toHaveLength(1)
    other.requestSync()
    const { items, revision, region } = tab.$cart.get()
    tab.acceptLines(
      { revision, region },
      items.map((line) => ({ ...line, quantity: 9 })),
      { internal: false, owner: '' },
    )
    tab.rememberCheckout('one')
    tab.clearOrderedCart('one')
    expect(tab.$cart.get().items).toEqual([])
    expect(look()).toEqual([])
  })
})
