import { describe, expect, test } from 'vitest'
import { choiceOf, consentOf } from '../../../src/domain/visitors/consent-choice.ts'
import {
  allConsent,
  consentDays,
  consentFlags,
  consentSignals,
  formatConsent,
  grants,
  isWithdrawal,
  maySendEvents,
  onlyNecessary,
  parseConsent,
} from '../../../src/domain/visitors/consent.ts'

const odd = Array.from({ length: 16 }, (_, at) => 2 * at + 1)

describe('spec 3: consent value', () => {
  test(
    'spec 3: the mask: necessary 1, ad storage 2, analytics 4, ad personalization 8, ad user data 16' +
      ' [3.consent.mask]',
    () => {
      expect(consentFlags).toEqual({
        necessary: 1,
        adStorage: 2,
        analyticsStorage: 4,
        adPersonalization: 8,
        adUserData: 16,
      })
      expect([onlyNecessary, allConsent]).toEqual([1, 31])
      expect(grants(1 | 8, 'adPersonalization')).toBe(true)
      expect(grants(1 | 8, 'adUserData')).toBe(false)
    },
  )

  test('spec 3: every value with the necessary flag is read back unchanged', () => {
    expect(odd.map((consent) => parseConsent(formatConsent(consent)))).toEqual(odd)
  })

  test.each([
    undefined,
    '',
    '0',
    '2',
    '30',
    '33',
    '101',
    '-1',
    '1.0',
    ' 1',
    '1;',
    'NaN',
    '__proto__',
    '0x1f',
    '031',
    '1e1',
  ])('spec 3: %j is not a consent, so the visitor is asked again', (text) => expect(parseConsent(text)).toBeUndefined())
})

describe('spec 4: cookie consent', () => {
  test('spec 4: necessary is always on, and personalization also grants ad user data [4.consent.necessary]', () => {
    expect(consentOf({ analytics: false, ads: false, personalization: false })).toBe(1)
    expect(consentOf({ analytics: true, ads: false, personalization: false })).toBe(1 | 4)
    expect(consentOf({ analytics: false, ads: true, personalization: false })).toBe(1 | 2)
    expect(consentOf({ analytics: false, ads: false, personalization: true })).toBe(1 | 8 | 16)
    expect(consentOf({ analytics: true, ads: true, personalization: true })).toBe(allConsent)
  })

  test('spec 4: the toggles are off before a choice and reflect it afterwards', () => {
    expect(choiceOf()).toEqual({ analytics: false, ads: false, personalization: false })
    for (const consent of [1, 3, 5, 7, 25, 27, 29, 31]) expect(consentOf(choiceOf(consent))).toBe(consent)
    expect(choiceOf(1 | 8).personalization).toBe(false)
  })

  test('spec 4: removing a consent is a withdrawal, adding one is not', () => {
    expect([isWithdrawal(31, 1), isWithdrawal(5, 3), isWithdrawal(1, 31), isWithdrawal(5, 5)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

test(
  'spec 9: the cookie lasts 30 days if anything optional is granted, else 1 day' +
    ' [9.consent.granted] [9.consent.refused]',
  () => {
    expect(odd.map(consentDays)).toEqual([1, ...odd.slice(1).map(() => 30)])
  },
)

test('spec 4: events are sent when statistics or advertising is allowed', () => {
  expect(odd.filter(maySendEvents)).toEqual(odd.filter((consent) => (consent & (2 | 4)) !== 0))
})

test('spec 3: each Consent Mode signal follows its flag', () => {
  expect(consentSignals(onlyNecessary)).toEqual({
    ad_storage: 'denied',
    analytics_storage: 'denied',
    ad_personalization: 'denied',
    ad_user_data: 'denied',
    functionality_storage: 'granted',
    security_storage: 'granted',
  })
  const granted = (consent: number) =>
    Object.entries(consentSignals(consent))
      .filter(([, value]) => value === 'granted')
      .map(([name]) => name)
      .slice(0, -2)
  expect([2, 4, 8, 16].map((flag) => granted(1 | flag))).toEqual([
    ['ad_storage'],
    ['analytics_storage'],
    ['ad_personalization'],
    ['ad_user_data'],
  ])
})
