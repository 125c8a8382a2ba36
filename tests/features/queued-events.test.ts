import { describe, expect, test, vi } from 'vitest'
import type { Purchase, TrackedEvent } from '../../src/features/tracking/events.ts'
import { openConsentBrowser, openConsentPage, type ConsentBrowser } from './consent-page.ts'

const confirmation = '/en/checkout/confirmation/secret-of-the-order'
const searched: TrackedEvent = { event: 'search', search_term: 'fan' }
const purchase: Purchase = {
  transaction_id: '#10001',
  value: 200,
  tax: 50,
  shipping: 0,
  currency: 'SEK',
  country: 'SE',
  items: [{ item_id: 'A', item_name: 'Part A', price: 200, quantity: 1 }],
}
const kept = ({ localStorage }: ConsentBrowser) => localStorage.getItem('zp02:events')

/** Shows a page, as far as tracking sees one; `data-tracked` of the confirmation contains the purchase. */
async function show(browser: ConsentBrowser, path: string, prepare: () => void = () => {}) {
  const marks =
    path === confirmation ? [{ dataset: { tracked: JSON.stringify({ event: 'purchase', ecommerce: purchase }) } }] : []
  const page = await openConsentPage(browser, { '[data-tracked]': marks }, path)
  prepare()
  const { trackPage } = await import('../../src/features/tracking/track-page.ts')
  trackPage()
  await new Promise((resolve) => setImmediate(resolve))
  return page
}

describe('spec 4: events of pages without tags', () => {
  test("a purchase is sent on the next public page, once, and without the order's URL", async () => {
    const browser = openConsentBrowser({ __consent: '31' })
    expect((await show(browser, confirmation)).told()).toEqual([])
    expect(kept(browser)).not.toMatch(/secret-of-the-order/)
    expect((await show(browser, '/en/my-order/10001')).told()).toEqual([])
    expect((await show(browser, '/en')).told()).toEqual([{ event: 'purchase', ecommerce: purchase }])
    expect(kept(browser)).toBeNull()
    for (const path of ['/en', confirmation, '/sv/sok']) expect((await show(browser, path)).told()).toEqual([])
  })

  test('two public pages loaded at the same time send it once', async () => {
    const browser = openConsentBrowser({ __consent: '31' })
    await show(browser, confirmation)
    const [one, other] = [await show(browser, '/en'), await show(browser, '/en')]
    expect([...one.told(), ...other.told()]).toHaveLength(1)
  })

  test('nothing is stored without consent, and a withdrawal deletes it', async () => {
    const browser = openConsentBrowser({ __consent: '1' })
    await show(browser, confirmation)
    expect([kept(browser), browser.localStorage.getItem('zp02:purchases')]).toEqual([null, null])
    browser.jar.set('__consent', { value: '31', maxAge: 1 })
    const page = await show(browser, confirmation)
    expect(kept(browser)).toContain('#10001')
    page.chooseConsent(1)
    await vi.waitFor(() => expect(kept(browser)).toBeNull())
    browser.jar.set('__consent', { value: '31', maxAge: 1 })
    expect((await show(browser, '/en')).told()).toEqual([])
  })

  test('an event is stored once, and for at most a day', async () => {
    const browser = openConsentBrowser({ __consent: '31' })
    const page = await show(browser, '/en/checkout/abc')
    for (let at = 0; at < 3; at += 1) page.track(searched)
    expect(JSON.parse(kept(browser) ?? '[]')).toHaveLength(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_001)
    expect((await show(browser, '/en')).told()).toEqual([])
  })

  test('invalid stored events are not sent', async () => {
    const browser = openConsentBrowser({ __consent: '31' })
    browser.localStorage.setItem(
      'zp02:events',
      JSON.stringify([7, null, { at: 'x' }, { at: Date.now(), event: 'e' }, { at: Date.now(), event: searched }]),
    )
    expect((await show(browser, '/en')).told()).toEqual([searched])
  })

  test('spec 8: a purchase that a tag or the storage rejects is reported, other events are ignored', async () => {
    const browser = openConsentBrowser({ __consent: '31' })
    await show(browser, confirmation)
    const breaks = {
      push: () => {
        throw new Error('a tag broke')
      },
    }
    await show(browser, '/en', () => {
      window.dataLayer = Object.assign([], breaks)
    })
    expect(browser.reports).toMatchObject([{ error: expect.stringContaining('#10001') as string }])

    const full = openConsentBrowser({ __consent: '31' })
    Object.defineProperty(full.localStorage, 'zp02:events', {
      get: () => undefined,
      set: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    const page = await show(full, confirmation)
    expect(() => page.track(searched)).not.toThrow()
    expect(full.reports).toMatchObject([{ error: expect.stringContaining('#10001') as string }])
  })
})
