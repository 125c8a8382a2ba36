import type { Language, Locale } from '../../../domain/places/locales.ts'
import { localeOf, readSettings, type Settings } from '../../../domain/settings/settings.ts'
import { demoDelivery } from './demo-delivery.ts'

/** The demo's company, brand and delivery. The company does not exist: its numbers belong to nobody. */
export const demoSettings = {
  company: {
    name: 'Delverk AB',
    organizationNumber: '559999-4604',
    vatNumber: 'SE559999460401',
    phone: '+46 31 390 06 10',
    bankgiro: '5999-4608',
    iban: 'SE35 5000 0000 0549 1000 0003',
    bic: 'ESSESESS',
    contact: {
      en: { address: ['Reservgatan 1', '415 02 Göteborg', 'Sweden'], email: 'hello@delverk.example' },
      sv: { address: ['Reservgatan 1', '415 02 Göteborg'], email: 'hej@delverk.example' },
    },
  },
  brand: {
    name: { en: 'Delverk', sv: 'Delverk' },
    slogan: { en: 'Spare parts that fit', sv: 'Reservdelar som passar' },
    home: {
      title: { en: 'Spare parts for computers, phones and printers', sv: 'Reservdelar till dator, mobil och skrivare' },
      description: {
        en:
          'Batteries, screens, keyboards, fans and other spare parts, with part numbers, clear specifications and ' +
          'lists of the devices they fit.',
        sv:
          'Batterier, skärmar, tangentbord, fläktar och andra reservdelar med artikelnummer, tydliga ' +
          'specifikationer och listor över vad de passar till.',
      },
    },
    logo: '/logo.svg',
    favicon: '/favicon.svg',
    picture: '/social.png',
  },
  delivery: demoDelivery,
}

let known: Settings | undefined

/** Returns a storefront variant of the demo; the settings are read once. */
export function demoLocale(language: Language): Locale {
  known ??= checkedDemoSettings()
  return localeOf(known, language)
}

function checkedDemoSettings(): Settings {
  const { settings, faults } = readSettings(demoSettings)
  if (!settings) throw new Error(`The demo's settings are wrong: ${JSON.stringify(faults)}`)
  return settings
}
