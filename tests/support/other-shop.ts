import type { Json } from '../../src/server/platform/settings/setting-names.ts'

/** Settings of a shop that has nothing in common with the demo. */
export const otherShop: { [name: string]: Json } = {
  company: {
    name: 'Kretsen i Boden AB',
    organizationNumber: '556016-0680',
    vatNumber: 'SE556016068001',
    phone: '+46 921 123 45',
    bankgiro: '5050-1055',
    iban: 'SE45 5000 0000 0583 9825 7466',
    bic: 'SWEDSESS',
    contact: {
      en: { address: ['Kungsgatan 7', '961 61 Boden', 'Sweden'], email: 'hello@kretsen.example' },
      sv: { address: ['Kungsgatan 7', '961 61 Boden'], email: 'hej@kretsen.example' },
    },
  },
  locales: { en: { storeID: 32, allowExVAT: false }, sv: { storeID: 31, paymentMethods: ['invoice'] } },
  brand: {
    name: { en: 'Kretsen', sv: 'Kretsen' },
    colours: {
      light: { accent: '#5b2aa8', onAccent: '#ffffff' },
      dark: { accent: '#c3a6ff', onAccent: '#1a0b33' },
    },
    font: 'serif',
    radius: 8,
    slogan: { en: 'Circuits from the north', sv: 'Kretsar norrifrån' },
  },
  mail: { operatorAddress: 'lager@kretsen.example', operatorLanguage: 'sv' },
  delivery: {
    zones: [
      { id: 'norrland', countries: ['SE'] },
      { id: 'rest', countries: ['*'] },
    ],
    methods: [
      {
        id: 'skoter',
        kind: 'home',
        zones: ['norrland'],
        days: [2, 3],
        name: { en: 'By snowmobile', sv: 'Med skoter' },
        freeFrom: '900',
        bands: [{ upToGrams: 50_000, price: '71.50' }],
      },
      { id: 'post', kind: 'home', zones: ['rest'], days: [4, 9], bands: [{ upToGrams: 50_000, price: '333' }] },
    ],
    cutOff: '11:45',
    servicePoints: false,
  },
  payment: { methods: [{ id: 'invoice', countries: ['SE'] }, { id: 'online' }], invoiceDays: { private: 14 } },
  checkout: { private: { phone: 'required' } },
}

/**
 * What only the demo is called: its names, numbers, bank account, street, mails. The short numbers are words of their
 * own, since the ids and tokens of mails are random.
 */
const traces = new RegExp(
  'delverk|559999-?4604|5999-?4608|\\b390 ?06 ?10\\b|0549 ?1000 ?0003|reservgatan|\\b415 02\\b|' +
    'delar som passar|parts that fit',
  'i',
)

/** The first trace of the demo in a text, with what stands around it. */
export function demoTrace(text: string): string | undefined {
  const at = text.search(traces)
  return at === -1 ? undefined : text.slice(Math.max(0, at - 60), at + 60)
}
