import type { Locale } from '../../domain/places/locales.ts'
import type { ReturnTerms } from '../../domain/settings/returns.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { href } from '../../routes.ts'

/** The shop and its search box in the words of schema.org. */
export function shopData(
  { code: language, brand, logo }: Locale,
  { sales, returns }: Pick<Settings, 'sales' | 'returns'>,
  origin: string,
): Record<string, unknown> {
  const url = origin + href(language, 'home')
  const shop = `${origin}/#shop`
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': shop,
        name: brand,
        url: origin,
        ...(logo && { logo: origin + logo }),
        hasMerchantReturnPolicy: returnPolicy(returns, sales.countries),
      },
      {
        '@type': 'WebSite',
        name: brand,
        url,
        inLanguage: language,
        publisher: { '@id': shop },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}${href(language, 'search')}?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  }
}

/** Search engines read at most this many countries of a policy. */
const maxCountries = 50

function returnPolicy({ days, freight }: ReturnTerms, countries: readonly string[]): Record<string, unknown> {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: countries.slice(0, maxCountries),
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: days,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: `https://schema.org/${freight === 'shop' ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
  }
}
