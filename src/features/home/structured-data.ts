import type { Locale } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'

/** The shop and its search box in the words of schema.org. */
export function shopData({ code: language, brand, logo }: Locale, origin: string): Record<string, unknown> {
  const url = origin + href(language, 'home')
  const shop = `${origin}/#shop`
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', '@id': shop, name: brand, url: origin, ...(logo && { logo: origin + logo }) },
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
