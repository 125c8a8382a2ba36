import { createInstance, type i18n } from 'i18next'
import { languages, type Language } from '../domain/locales.ts'
import enCheckout from './en/checkout.json' with { type: 'json' }
import enIslands from './en/islands.json' with { type: 'json' }
import enMail from './en/mail.json' with { type: 'json' }
import enShop from './en/shop.json' with { type: 'json' }
import svCheckout from './sv/checkout.json' with { type: 'json' }
import svIslands from './sv/islands.json' with { type: 'json' }
import svMail from './sv/mail.json' with { type: 'json' }
import svShop from './sv/shop.json' with { type: 'json' }

const dictionaries = {
  en: { shop: enShop, checkout: enCheckout, islands: enIslands, mail: enMail },
  sv: { shop: svShop, checkout: svCheckout, islands: svIslands, mail: svMail },
} as const

type Plural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key
type KeysOf<Node> = { [Key in keyof Node & string]: Node[Key] extends string ? Plural<Key> : `${Key}.${KeysOf<Node[Key]>}` }[keyof Node & string]

/** Keys of shop.json, and of the other dictionaries with their namespace in front. */
export type TextKey = KeysOf<typeof enShop> | `checkout:${KeysOf<typeof enCheckout>}` | `islands:${KeysOf<typeof enIslands>}`
  | `mail:${KeysOf<typeof enMail>}`
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

const instances = new Map<Language, i18n>()

/** The fixed `t` of one language: requests in different languages never share a current language. */
export function translator(language: Language): Translate {
  const instance = instances.get(language) ?? makeInstance(language)
  return (key, values) => instance.t(key, values ?? {})
}

function makeInstance(language: Language): i18n {
  const instance = createInstance({
    lng: language, ns: ['shop', 'checkout', 'islands', 'mail'], defaultNS: 'shop', initAsync: false,
    resources: { [language]: dictionaries[language] }, interpolation: { escapeValue: false }, returnNull: false,
  })
  void instance.init()
  instances.set(language, instance)
  return instance
}

for (const language of languages) makeInstance(language)
