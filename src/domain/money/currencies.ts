export const currencyCodes = ['SEK', 'NOK', 'DKK', 'EUR', 'GBP', 'USD'] as const
export type CurrencyCode = (typeof currencyCodes)[number]

/** A currency (spec section 3); its id is the value of the `cid` cookie. */
export type Currency = {
  id: number
  code: CurrencyCode
  /** Decimals of a displayed price including VAT (spec section 9). */
  displayDecimals: 0 | 2
}

export const currencies: readonly Currency[] = [
  { id: 1, code: 'SEK', displayDecimals: 0 },
  { id: 2, code: 'NOK', displayDecimals: 0 },
  { id: 3, code: 'DKK', displayDecimals: 0 },
  { id: 4, code: 'EUR', displayDecimals: 2 },
  { id: 5, code: 'GBP', displayDecimals: 2 },
  { id: 6, code: 'USD', displayDecimals: 2 },
]

export function currencyById(id: number): Currency | undefined {
  return currencies.find((currency) => currency.id === id)
}

export function currencyByCode(code: string): Currency | undefined {
  const wanted = code.toUpperCase()
  return currencies.find((currency) => currency.code === wanted)
}
