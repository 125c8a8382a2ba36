import { describe, expect, test, vi } from 'vitest'
import { consentSignals } from '../../src/domain/visitors/consent.ts'
import { openConsentBrowser, openConsentPage } from './consent-page.ts'

const daySeconds = 86_400

describe('spec 4: cookie consent', () => {
  test('spec 4: without a stored consent nothing is granted or signalled', async () => {
    const page = await openConsentPage(openConsentBrowser())
    page.reapplyConsent()
    expect(page.consentNow()).toBeUndefined()
    expect(page.dataLayer).toEqual([])
    expect(page.isAsking()).toBe(true)
  })

  test.each([
    [31, 30],
    [5, 30],
    [1, 1],
  ])(
    'spec 9: the choice %i is stored for %i days, hides the bar and is signalled' +
      ' [9.consent.cookie] [9.consent.granted] [9.consent.refused]',
    async (consent, days) => {
      const browser = openConsentBrowser()
      const page = await openConsentPage(browser)
      page.chooseConsent(consent)
      expect(browser.jar.get('__consent')).toEqual({ value: String(consent), maxAge: days * daySeconds })
      expect(page.isAsking()).toBe(false)
      expect(page.dataLayer).toEqual([['consent', 'update', consentSignals(consent)]])
    },
  )

  test('spec 4: a stored consent is reapplied silently on load [4.consent.reapplied]', async () => {
    const page = await openConsentPage(openConsentBrowser({ __consent: '7' }))
    page.reapplyConsent()
    page.reapplyConsent()
    expect(page.dataLayer).toEqual([['consent', 'update', consentSignals(7)]])
    expect(page.isAsking()).toBe(false)
  })

  test('spec 4: a choice made in another tab applies when this one becomes visible again', async () => {
    const browser = openConsentBrowser()
    const page = await openConsentPage(browser)
    const heard = vi.fn()
    page.onConsent(heard)
    browser.jar.set('__consent', { value: '5', maxAge: 1 })
    page.reapplyConsent()
    browser.jar.set('__consent', { value: '1', maxAge: 1 })
    page.reapplyConsent()
    expect(heard.mock.calls).toEqual([[5], [1]])
    await vi.dynamicImportSettled()
  })

  test('spec 4: with cookies disabled the choice is not stored, but applies to the page', async () => {
    const browser = openConsentBrowser()
    vi.spyOn(browser.jar, 'set').mockReturnThis()
    const page = await openConsentPage(browser)
    page.chooseConsent(31)
    expect(browser.jar.size).toBe(0)
    expect(page.consentNow()).toBe(31)
  })
})

describe('spec 4: withdrawing', () => {
  const tagged = { '[data-tag-script]': [{ dataset: {} }], 'script[data-tags]': [{ dataset: {} }] }
  const left = { __consent: '31', cid: '1', cuc: 'SEK', cc: 'SE', locale: 'sv', _ga: 'GA1.1', _fbp: 'x' }

  test('spec 4: a withdrawal removes what tags have stored and stops them; necessary values stay', async () => {
    const browser = openConsentBrowser(left)
    for (const key of ['zp02:cart', '_tag_visitor']) browser.localStorage.setItem(key, '{}')
    const page = await openConsentPage(browser, tagged)
    page.reapplyConsent()
    page.chooseConsent(1)
    await vi.waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
    expect([...browser.jar.keys()].toSorted()).toEqual(['__consent', 'cc', 'cid', 'cuc', 'locale'])
    expect(Object.keys(browser.localStorage)).toEqual(['zp02:cart'])
  })

  test('spec 4: a shop without tags has nothing to remove', async () => {
    const browser = openConsentBrowser(left)
    const page = await openConsentPage(browser)
    page.reapplyConsent()
    page.chooseConsent(1)
    await vi.dynamicImportSettled()
    expect(browser.jar.has('_ga')).toBe(true)
    expect(page.reload).not.toHaveBeenCalled()
  })
})
