import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { defaultCurrency, languages } from '../../../src/domain/places/locales.ts'
import { demoLocale } from '../../../src/tools/demo/content/demo-settings.ts'
import { defaultContext, neutralLocale } from '../../support/default-context.ts'
import { projectRoot } from '../../support/source-files.ts'

test('spec 1: the Swedish variant [1.variant.sv]', () => {
  expect(neutralLocale('sv')).toMatchObject({
    storeID: 11,
    currency: 'SEK',
    country: 'Sweden',
    defaultCurrencyID: 1,
    defaultCountryCode: 'SE',
  })
  expect(defaultContext('sv')).toMatchObject({ language: 'sv', currency: { id: 1, code: 'SEK' }, country: 'SE' })
})

test('spec 1: the English variant [1.variant.en]', () => {
  expect(neutralLocale('en')).toMatchObject({
    storeID: 12,
    currency: 'EUR',
    country: 'international',
    defaultCurrencyID: 4,
    defaultCountryCode: 'SE',
  })
  expect(defaultContext('en')).toMatchObject({ language: 'en', currency: { id: 4, code: 'EUR' }, country: 'SE' })
})

test('spec 1: a locale has all properties and existing images [1.locale.properties]', () => {
  const properties = [
    'code',
    'iso',
    'storeID',
    'currency',
    'country',
    'brand',
    'logo',
    'favicon',
    'privacyURL',
    'allowExVAT',
    'defaultCurrencyID',
    'defaultCountryCode',
    'paymentMethods',
  ]
  for (const language of languages) {
    const locale = demoLocale(language)
    for (const name of properties) expect(locale, `${language} ${name}`).toHaveProperty(name)
    for (const file of [locale.logo, locale.favicon, locale.picture])
      expect(existsSync(path.join(projectRoot, 'public', file)), file).toBe(true)
    expect(() => defaultCurrency({ ...locale, currency: language === 'sv' ? 'EUR' : 'SEK' })).toThrow('which is not')
  }
})
