import { describe, expect, test } from 'vitest'
import type { Purchase, TrackedEvent } from '../../src/features/tracking/events.ts'
import { openConsentBrowser, openConsentPage, type ConsentBrowser } from './consent-page.ts'

const searched = (term: string): TrackedEvent => ({ event: 'search', search_term: term })
const purchase: Purchase = {
  transaction_id: '#10001',
  value: 200,
  tax: 50,
  shipping: 0,
  currency: 'SEK',
  country: 'SE',
  items: [{ item_id: 'A', item_name: 'Part A', price: 200, quantity: 1 }],
}
const breaks = {
  push: () => {
    throw new Error('a tag broke')
  },
}

describe('spec 4: tracked events wait for consent', () => {
  test('spec 4: events before the answer are sent after it, in order', async () => {
    const page = await openConsentPage(openConsentBrowser())
    page.track(searched('one'))
    page.track(searched('two'))
    expect(page.told()).toEqual([])
    page.chooseConsent(5)
    page.track(searched('three'))
    expect(page.told()).toEqual([searched('one'), searched('two'), searched('three')])
  })

  test.each([1, 25])('spec 4: the consent %i discards them permanently', async (consent) => {
    const browser = openConsentBrowser()
    const page = await openConsentPage(browser)
    page.track(searched('one'))
    page.chooseConsent(consent)
    page.track(searched('two'))
    page.chooseConsent(31)
    expect(page.told()).toEqual([])
    expect([browser.localStorage, browser.sessionStorage].flatMap((storage) => Object.keys(storage))).toEqual([])
  })

  test('spec 4: a stored consent applies to the first event, and its signal comes before it', async () => {
    const page = await openConsentPage(openConsentBrowser({ __consent: '5' }))
    page.track(searched('one'))
    expect(page.dataLayer).toMatchObject([['consent', 'update', {}], searched('one')])
  })

  test('spec 4: the number of waiting events is limited', async () => {
    const page = await openConsentPage(openConsentBrowser())
    for (let at = 0; at < 1_000; at++) page.track(searched(String(at)))
    page.chooseConsent(31)
    expect(page.told()).toHaveLength(100)
  })

  test('spec 8: tracking error: swallowed', async () => {
    const browser = openConsentBrowser({ __consent: '31' })
    const page = await openConsentPage(browser)
    window.dataLayer = Object.assign([], breaks)
    expect(() => page.track(searched('one'))).not.toThrow()
    expect(browser.reports).toEqual([])
  })
})

describe('spec 4: purchase', () => {
  async function tellPurchase(browser: ConsentBrowser, prepare: () => void = () => {}) {
    const page = await openConsentPage(browser)
    const { trackPurchase } = await import('../../src/features/tracking/track-purchase.ts')
    prepare()
    await trackPurchase(purchase)
    return page.told()
  }

  test('spec 4: purchase is sent once, despite reloads, Back and other tabs', async () => {
    const browser = openConsentBrowser({ __consent: '31' })
    expect(await tellPurchase(browser)).toEqual([{ event: 'purchase', ecommerce: purchase }])
    expect(await tellPurchase(browser)).toEqual([])
    expect(await tellPurchase(browser)).toEqual([])
  })

  test('spec 4: purchase is neither sent nor marked without consent, and sent once it is given', async () => {
    const browser = openConsentBrowser({ __consent: '1' })
    expect(await tellPurchase(browser)).toEqual([])
    expect(browser.localStorage.getItem('zp02:purchases')).toBeNull()
    browser.jar.set('__consent', { value: '5', maxAge: 1 })
    expect(await tellPurchase(browser)).toHaveLength(1)
  })

  test(
    'spec 8: tracking error: a purchase that cannot be sent is reported to the error endpoint' +
      ' [7.captuerr.purchase]',
    async () => {
      const browser = openConsentBrowser({ __consent: '31' })
      await tellPurchase(browser, () => {
        window.dataLayer = Object.assign([], breaks)
      })
      expect(browser.reports).toMatchObject([{ level: 'error', error: expect.stringContaining('#10001') }])
    },
  )

  test.each(['{', '7', '{"a":1}', '[null]'])('ignores a stored mark that is %s', async (text) => {
    const browser = openConsentBrowser({ __consent: '31' })
    browser.localStorage.setItem('zp02:purchases', text)
    expect(await tellPurchase(browser)).toHaveLength(1)
  })
})

describe('spec 4: events in a page', () => {
  const marks = (...events: string[]) => events.map((text) => ({ dataset: { tracked: text } }))

  async function lookAt(elements: ReturnType<typeof marks>) {
    const page = await openConsentPage(openConsentBrowser({ __consent: '31' }), { '[data-tracked]': elements })
    const { trackPage } = await import('../../src/features/tracking/track-page.ts')
    trackPage()
    trackPage()
    return page
  }

  test('spec 4: they are sent once', async () => {
    const page = await lookAt(
      marks(JSON.stringify(searched('fan')), '{', JSON.stringify({ event: 'purchase', ecommerce: purchase })),
    )
    await Promise.resolve()
    expect(page.told()).toEqual([searched('fan'), { event: 'purchase', ecommerce: purchase }])
  })

  test('spec 4: values of one event never mix with those of the previous one', async () => {
    const ecommerce = { currency: 'SEK' as const, value: 1, items: [] }
    const page = await lookAt(marks(JSON.stringify({ event: 'view_item', ecommerce })))
    expect(page.dataLayer.slice(-2)).toEqual([{ ecommerce: null }, { event: 'view_item', ecommerce }])
  })
})

test(
  'spec 4: regNoSearch, cableSelector, phoneModelSelector and experiment have their own events' +
    ' [4.tracked.finders]',
  async () => {
    const page = await openConsentPage(openConsentBrowser({ __consent: '31' }))
    const finders = await import('../../src/features/tracking/track-finders.ts')
    finders.trackRegNoSearch('ABC123')
    finders.trackCableSelector('usb-c', 'hdmi')
    finders.trackPhoneModelSelector('Pixel 9')
    finders.trackExperiment('accessories', 'upselling')
    expect(page.told().map(({ event }) => event)).toEqual([
      'regNoSearch',
      'cableSelector',
      'phoneModelSelector',
      'experiment',
    ])
  },
)
