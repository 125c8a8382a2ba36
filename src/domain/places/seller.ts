/** The selling company as printed on pages, mails and documents for readers of one language. */
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
