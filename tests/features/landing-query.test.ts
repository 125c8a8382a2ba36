import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatAtc, type AtcItem } from '../../src/domain/cart/atc.ts'
import { islandTexts, type IslandTranslate } from '../../src/i18n/island-texts.ts'
import { offered, openBrowser, openTab as openShopTab, visit } from './browser-tabs.ts'

let browser: ReturnType<typeof openBrowser>
let tab: Awaited<ReturnType<typeof openTab>>
let isOffline: boolean
let toasts: string[]
const lines = () => tab.$cart.get().items.map(({ sku, quantity }) => [sku, quantity])
const callsTo = (path: string) => browser.calls.filter(({ url }) => url.pathname === path)
const atc = (...items: [string, number][]) =>
  encodeURIComponent(formatAtc(items.map(([sku, quantity]): AtcItem => ({ sku, quantity }))))

async function openTab() {
  return { ...(await openShopTab()), ...(await import('../../src/features/cart/read-landing-query.ts')) }
}

/** Opens a URL as a new page. */
async function land(address: string): Promise<void> {
  visit(address)
  tab = await openTab()
  await tab.readLandingQuery(new URLSearchParams(location.search))
}

beforeEach(() => {
  vi.useFakeTimers()
  isOffline = false
  toasts = []
  vi.doMock('../../src/features/cart/cart-toast.ts', () => ({
    showToast: (textIn: (t: IslandTranslate) => string) => toasts.push(textIn(islandTexts('sv'))),
  }))
  browser = openBrowser((body, url) => {
    if (isOffline) throw new TypeError('offline')
    if (url.pathname !== '/api/sync-cart') return Response.json([])
    const { items } = body as { items: { sku: string; quantity: number; uuid?: string }[] }
    const limit = 200
    if (items.length > limit) return Response.json({ code: 'too_many_lines', limit }, { status: 422 })
    return Response.json(
      items
        .flatMap(({ sku: written, quantity, uuid }) => ({ sku: written.toUpperCase(), quantity, uuid }))
        .flatMap(({ sku, quantity, uuid }) =>
          sku === 'UNKNOWN'
            ? []
            : [{ ...offered(sku), quantity: sku === 'GONE' ? 0 : quantity, uuid: uuid ?? crypto.randomUUID() }],
        ),
    )
  })
})

afterEach(() => vi.useRealTimers())

describe('spec 4: atc', () => {
  test(
    'loads the available pairs by a cart load call and opens the drawer' +
      ' [4.atc.load] [4.atc.format] [7.sync-cart.atc]',
    async () => {
      await land(`/sv?atc=${atc(['A', 2], ['UNKNOWN', 1], ['GONE', 3], ['B', 5])}`)
      expect(browser.calls[0]).toMatchObject({
        url: { pathname: '/api/sync-cart' },
        body: {
          items: [
            { sku: 'A', quantity: 2 },
            { sku: 'UNKNOWN', quantity: 1 },
            { sku: 'GONE', quantity: 3 },
            { sku: 'B', quantity: 5 },
          ],
          checkout_order_id: null,
        },
      })
      expect(lines()).toEqual([
        ['A', 2],
        ['B', 5],
      ])
      expect(tab.$isCartOpen.get()).toBe(true)
    },
  )

  test('more than 5,000 units become 5,000, and a lower-case part number is matched', async () => {
    await land(`/sv?atc=${encodeURIComponent(btoa('tl-1:99999;A:5001'))}`)
    expect(lines()).toEqual([
      ['TL-1', 5_000],
      ['A', 5_000],
    ])
    expect(toasts).toEqual([])
  })

  test.each([203, 1_100])(
    'of %i pairs, more than a guest’s cart may have, the first are added and the shopper is told',
    async (count) => {
      await land(`/sv?atc=${atc(...Array.from({ length: count }, (_, at): [string, number] => [`P-${at}`, 1]))}`)
      expect(lines()).toEqual(Array.from({ length: 200 }, (_, at) => [`P-${at}`, 1]))
      expect(toasts).toEqual([
        `Länken hade fler rader än en varukorg rymmer. De första 200 lästes in, ${count - 200} lades inte till.`,
      ])
    },
  )

  test('names unknown part numbers', async () => {
    await land(`/sv?atc=${atc(['A', 1], ['UNKNOWN', 2])}`)
    expect(toasts).toEqual(['De här artikelnumren finns inte hos oss: UNKNOWN.'])
  })

  test("sends the open checkout's id", async () => {
    tab = await openTab()
    tab.rememberCheckout('mine')
    await land(`/sv?atc=${atc(['A', 1])}`)
    expect(browser.calls[0]?.body).toMatchObject({ checkout_order_id: 'mine' })
  })

  test('is added once, however often the page is reloaded', async () => {
    await land(`/sv/sok?q=fan&atc=${atc(['A', 2])}&page=2`)
    expect(location.search).toBe('?q=fan&page=2')
    await land(location.href)
    expect(lines()).toEqual([['A', 2]])
  })

  test('waits for the network and adds nothing twice', async () => {
    isOffline = true
    await land(`/sv?atc=${atc(['A', 2])}`)
    expect([lines(), location.search !== '']).toEqual([[], true])
    isOffline = false
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect([lines(), location.search]).toEqual([[['A', 2]], ''])
  })

  test.each(['!!!', '%00', '', 'QUJD', encodeURIComponent(btoa('A:0;B:-1;C:x;:3;D:1e3'))])(
    '%s asks for nothing',
    async (text) => {
      await land(`/sv?atc=${text}`)
      expect(browser.calls).toHaveLength(0)
      expect(lines()).toEqual([])
    },
  )
})

describe('spec 4: disc', () => {
  test(
    '3 or more letters, digits and dashes are added and the cart is synced' +
      ' [4.disc.format] [4.disc.add] [4.disc.sync]',
    async () => {
      tab = await openTab()
      tab.addToCart(offered('A'), 1)
      await land('/sv?disc=spring-24')
      expect(tab.$discounts.get().codes).toEqual(['SPRING-24'])
      await vi.advanceTimersByTimeAsync(0)
      expect(callsTo('/api/sync-cart').map(({ body }) => body)).toMatchObject([{ coupons: ['SPRING-24'] }])
      expect(callsTo('/api/sync-coupons').map(({ body }) => body)).toMatchObject([{ coupons: ['SPRING-24'] }])
    },
  )

  test('a reload does not add it again', async () => {
    for (let at = 0; at < 2; at++) await land('/sv?disc=abc')
    expect(tab.$discounts.get().codes).toEqual(['ABC'])
  })

  test.each(['ab', 'a b', '<b>', ''])('%j changes nothing and sends nothing', async (code) => {
    await land(`/sv?disc=${encodeURIComponent(code)}`)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([tab.$discounts.get().codes, browser.calls]).toEqual([[], []])
  })
})

describe('spec 4: marketing parameters', () => {
  beforeEach(() => browser.cookies.set('__consent', '__consent=31'))

  test.each([
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
    'utm_id',
    'gclid',
    'msclkid',
    'fbclid',
  ])('%s records the campaign [4.marketing.record] [3.cart-state.campaign-data]', async (name) => {
    await land(`/en?${name}=1`)
    expect(tab.$cart.get().campaignData).toMatchObject({
      location: `http://shop.test/en?${name}=1`,
      referrer: 'https://search.test/',
    })
  })

  test('keeps only gclid, msclkid and fbclid of the parameters [4.marketing.tracking-params]', async () => {
    await land('/sv?utm_source=mail&gclid=g1&msclkid=m1&fbclid=f1&other=x')
    expect(tab.$cart.get().campaignData?.trackingParams).toEqual({ gclid: 'g1', msclkid: 'm1', fbclid: 'f1' })
    await land('/sv?utm_source=mail&gclid=')
    expect(tab.$cart.get().campaignData?.trackingParams).toEqual({})
  })

  test.each(['utm_other=1', 'utm=1', 'q=gclid', 'xgclid=1', 'UTM_SOURCE=x'])('%s records nothing', async (query) => {
    await land(`/sv?${query}`)
    expect(tab.$cart.get().campaignData).toBeNull()
  })

  test('very long values are cut before they are stored, and survive a reload', async () => {
    await land(`/sv?fbclid=${'f'.repeat(9_000)}`)
    const kept = tab.$cart.get().campaignData
    expect(kept?.location.length).toBe(2_000)
    tab = await openTab()
    expect(tab.$cart.get().campaignData).toEqual(kept)
  })

  test.each([[undefined], ['1'], ['5']])(
    'without advertising consent (%s) nothing of them is stored or sent with the checkout',
    async (consent) => {
      if (consent === undefined) browser.cookies.delete('__consent')
      else browser.cookies.set('__consent', `__consent=${consent}`)
      await land(`/sv?gclid=g1&utm_source=mail`)
      tab.addToCart(offered('A'), 1)
      const { startCheckout } = await import('../../src/features/cart/start-checkout.ts')
      await startCheckout().catch(() => undefined)
      expect(callsTo('/api/checkout')).toHaveLength(1)
      expect(JSON.stringify(callsTo('/api/checkout')[0]?.body)).not.toContain('campaign')
      expect(browser.localStorage.getItem('zp02:cart')).not.toContain('g1')
    },
  )

  test('are recorded when advertising is allowed later on the same page, and removed on withdrawal', async () => {
    browser.cookies.delete('__consent')
    await land('/sv?gclid=g1')
    expect(tab.$cart.get().campaignData).toBeNull()
    const { chooseConsent } = await import('../../src/features/consent/consent-state.ts')
    const { followCampaign } = await import('../../src/features/cart/follow-campaign.ts')
    followCampaign()
    chooseConsent(31)
    expect(tab.$cart.get().campaignData).toMatchObject({ trackingParams: { gclid: 'g1' } })
    chooseConsent(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(tab.$cart.get().campaignData).toBeNull()
  })

  test('values stored without consent by an older version are removed', async () => {
    browser.cookies.delete('__consent')
    tab = await openTab()
    tab.addToCart(offered('A'), 1)
    tab.rememberCampaign({ location: 'http://shop.test/?gclid=old', referrer: '', trackingParams: { gclid: 'old' } })
    const { followCampaign } = await import('../../src/features/cart/follow-campaign.ts')
    followCampaign()
    await vi.advanceTimersByTimeAsync(1)
    expect(browser.localStorage.getItem('zp02:cart')).not.toContain('old')
    expect(lines()).toEqual([['A', 1]])
  })
})
