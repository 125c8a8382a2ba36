import { expect, test } from 'vitest'
import { readSettings } from '../../src/domain/settings/settings.ts'
import { choiceWord, reasonText, settingWords } from '../../src/i18n/setting-words.ts'
import { translator } from '../../src/i18n/translator.ts'

/** Settings that are wrong in many ways, some of them by a rule between several. */
const wrong: readonly object[] = [
  { unknown: 1 },
  { home: { country: 'XX' } },
  { home: { country: 'FI', currency: 'SEK' } },
  {
    company: { name: '', organizationNumber: '556016-0681', vatNumber: 'SE55', phone: 'x', bankgiro: '1', iban: 'SE' },
  },
  { company: { iban: 'SE45 5000 0000 0583 9825 7466' } },
  { company: { organizationNumber: '556016-0680', vatNumber: 'SE559999460401' } },
  { company: { name: ' A', contact: { sv: { email: 'x', address: Array.from({ length: 7 }, () => 'A') } } } },
  { company: { name: 7 } },
  { brand: { radius: 99, logo: 'x', colours: { light: { accent: 'red' } } } },
  { brand: { radius: -1, font: 'x', name: { sv: '<b>' } } },
  { brand: { colours: { light: { accent: '#5b2aa8', onAccent: '#ffffff' } } } },
  {
    brand: {
      colours: { light: { accent: '#ffff00', onAccent: '#ffffff' }, dark: { accent: '#000000', onAccent: '#000000' } },
    },
  },
  { sales: { countries: ['FI', 'FI'], currencies: [] } },
  { sales: { countries: ['FI'], currencies: ['EUR'] } },
  { sales: { countries: ['ZZ'] } },
  { locales: { sv: { storeID: 12, defaultCurrencyID: 4, termsURL: 'A B' } } },
  { mail: { senderName: 'a"b', senderAddress: 'x', newOrders: { active: 'yes' } } },
  { returns: { days: 1, freight: 'nobody' } },
  { delivery: { zones: [{ id: 'A', countries: ['sweden'] }], cutOff: '25:00', timeZone: 'Mars', closedDays: ['x'] } },
  { delivery: { zones: [], methods: [] } },
  { delivery: { areas: [{ country: 'SE', from: '2', to: '10', extraDays: 1 }] } },
  { payment: { methods: [], invoicePrefix: 'K', invoiceDays: { private: 0.5 } } },
  { payment: { methods: [{ id: 'online', countries: ['SE', 'SE'], least: '10', most: '5', customers: [] }] } },
  { markups: { rules: [{ id: 'a', percent: 1.234, from: 'x' }], supplier: 'preferred' } },
  { bookkeeping: { bank: '1' } },
  { sources: { feeds: [{ id: 'a', from: 'x', schedule: 'x', maxRejected: 'x', maxMissing: 'x', user: 'a:b' }] } },
]

test('every refused setting has a reason in both languages, and not the English sentence of the command', () => {
  const faults = wrong.flatMap((settings) => readSettings(settings).faults ?? [])
  expect(faults.length).toBeGreaterThan(50)
  expect(faults.filter(({ code }) => code === 'invalid')).toEqual([])
  for (const fault of faults) {
    const [en, sv] = [reasonText(fault, translator('en')), reasonText(fault, translator('sv'))]
    expect(sv, fault.reason).not.toBe(en)
    expect(`${en}${sv}`, fault.reason).not.toMatch(/\{\{|undefined/)
    expect(sv, fault.reason).not.toContain(fault.reason)
  }
  expect(faults.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['bankgiro', 'one_of', 'not_known', 'least', 'method_missing', 'unsold_country', 'area_to']),
  )
})

test('an id that somebody chose is no word of the program', () => {
  const words = settingWords(translator('sv'))
  expect(words(['methods', 'home', 'days'])).toBe('Metoder – home – dagar')
  expect(words(['home', 'country'])).toBe('Startsida – land')
})

test('a reason names the first countries and counts the others', () => {
  const missing = (countries: string[], language: 'en' | 'sv') =>
    (readSettings({ sales: { countries }, delivery: { zones: [], methods: [] } }).faults ?? [])
      .filter(({ code }) => code === 'method_missing')
      .map((fault) => reasonText(fault, translator(language)))
  expect(missing(['SE', 'FI'], 'sv').join()).toMatch(/^Inget leveranssätt går till Sverige, Finland\. /)
  expect(missing(['SE', 'DK', 'FI', 'NO', 'DE', 'FR', 'IT', 'ES'], 'en').join()).toMatch(
    /^No method delivers to Sweden, Denmark, Finland, Norway, Germany, France and 2 more\. /,
  )
  expect(missing(['SE', 'DK', 'FI', 'NO', 'DE', 'FR', 'IT', 'ES'], 'sv').join()).toContain('Frankrike och 2 till')
})

test('the rounding of a mark-up is called what it is called in changes of prices', () => {
  const t = translator('sv')
  expect(['krona', '90', '9'].map((value) => choiceWord(t, value, ['rules', '0', 'rounding']))).toEqual([
    'Hela kronor eller euro',
    'Slutar på ,90',
    'Heltal som slutar på 9',
  ])
})
