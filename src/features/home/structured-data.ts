import { locales, type Language } from '../../domain/places/locales.ts'
import { href } from '../../routes.ts'

/** The shop and its search box in the words of schema.org. */
export function shopData(language: Language, origin: string): Record<string, unknown> {
  const { brand, logo } = locales[language]
  const url = origin + href(language, 'home')
  const shop = `${origin}/#shop`
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', '@id': shop, name: brand, url: origin, logo: origin + logo },
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
