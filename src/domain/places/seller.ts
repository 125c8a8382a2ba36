import type { Language } from './locales.ts'

/** The selling company as printed on documents: the locale properties that the browser does not need. */
export type Seller = {
  name: string
  organizationNumber: string
  vatNumber: string
  address: readonly string[]
  email: string
  phone: string
  /** Bank details for invoices. */
  bankgiro: string
  iban: string
  bic: string
}

/** The country that goods are shipped from. */
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
