/** Section 1, "What the product does and for whom": the variants and general rules. */
export const section1: Readonly<Record<string, string>> = {
  '1.variant.sv': 'Swedish: store id 11, SEK, Sweden, default currency id 1, default country code SE',
  '1.variant.en': 'English: store id 12, EUR, international, default currency id 4, default country code SE',
  '1.locale.properties':
    'Locale properties: code, iso, storeID, currency, country, brand, logo, favicon, ' +
    'privacyURL, allowExVAT, defaultCurrencyID, defaultCountryCode, paymentMethods.',
  '1.business.ex-vat': 'Business customers see prices excluding VAT by default.',
  '1.personal-discount': 'Logged-in customers can have a personal discount per discount category.',
}
