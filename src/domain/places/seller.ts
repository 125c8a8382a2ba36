import type { HomeCountry } from './home.ts'

/** The selling company as printed on pages, mails and documents for readers of one language. */
export type Seller = {
  name: string
  country: HomeCountry
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
