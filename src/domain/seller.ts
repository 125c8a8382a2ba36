import type { Language } from './locales.ts'

/** The company that sells, as documents must name it: the locale properties that no browser needs. */
export type Seller = {
  name: string
  organizationNumber: string
  vatNumber: string
  address: readonly string[]
  email: string
  phone: string
  /** Where invoices are paid to. */
  bankgiro: string
  iban: string
  bic: string
}

/** Where the goods leave from. */
export const sellerCountry = 'SE'

const company = {
  name: 'Delverk AB',
  organizationNumber: '559999-4604',
  vatNumber: 'SE559999460401',
  phone: '+46 31 390 06 10',
  bankgiro: '5999-4604',
  iban: 'SE35 5000 0000 0549 1000 0003',
  bic: 'ESSESESS',
}

export const sellers: Record<Language, Seller> = {
  en: { ...company, address: ['Reservgatan 1', '415 02 Göteborg', 'Sweden'], email: 'hello@delverk.example' },
  sv: { ...company, address: ['Reservgatan 1', '415 02 Göteborg'], email: 'hej@delverk.example' },
}
