import type { Language, Locale } from '../../src/domain/places/locales.ts'
import { startContext, type ShoppingContext } from '../../src/domain/places/shopping-context.ts'
import { localeOf, readSettings } from '../../src/domain/settings/settings.ts'
import { demoLocale } from '../../src/tools/demo/content/demo-settings.ts'

/** The context of a visitor of the fixture shop who has chosen nothing yet. */
export function defaultContext(language: Language): ShoppingContext {
  return startContext(demoLocale(language))
}

/** A storefront variant as it is before anybody has set anything. */
export function neutralLocale(language: Language): Locale {
  const { settings } = readSettings({})
  if (!settings) throw new Error('The defaults do not count.')
  return localeOf(settings, language)
}
