import { createInstance, type i18n } from 'i18next'
import { languages, type Language } from '../domain/locales.ts'
import enAccount from './en/account.json' with { type: 'json' }
import enCheckout from './en/checkout.json' with { type: 'json' }
import enExcel from './en/excel.json' with { type: 'json' }
import enIslands from './en/islands.json' with { type: 'json' }
import enMail from './en/mail.json' with { type: 'json' }
import enOrders from './en/orders.json' with { type: 'json' }
import enShop from './en/shop.json' with { type: 'json' }
import svAccount from './sv/account.json' with { type: 'json' }
import svCheckout from './sv/checkout.json' with { type: 'json' }
import svExcel from './sv/excel.json' with { type: 'json' }
import svIslands from './sv/islands.json' with { type: 'json' }
import svMail from './sv/mail.json' with { type: 'json' }
import svOrders from './sv/orders.json' with { type: 'json' }
import svShop from './sv/shop.json' with { type: 'json' }

const dictionaries = {
  en: {
    shop: enShop,
    checkout: enCheckout,
    islands: enIslands,
    mail: enMail,
    account: enAccount,
    orders: enOrders,
    excel: enExcel,
  },
  sv: {
    shop: svShop,
    checkout: svCheckout,
    islands: svIslands,
    mail: svMail,
    account: svAccount,
    orders: svOrders,
    excel: svExcel,
  },
} as const

type Plural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key
type KeysOf<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Plural<Key> : `${Key}.${KeysOf<Node[Key]>}`
}[keyof Node & string]

/** Keys of shop.json, and of the other dictionaries with their namespace in front. */
export type TextKey =
  | KeysOf<typeof enShop>
  | `checkout:${KeysOf<typeof enCheckout>}`
  | `islands:${KeysOf<typeof enIslands>}`
  | `mail:${KeysOf<typeof enMail>}`
  | `account:${KeysOf<typeof enAccount>}`
  | `excel:${KeysOf<typeof enExcel>}`
  | `orders:${KeysOf<typeof enOrders>}`
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

const translators = new Map<Language, Translate>()

/** The fixed `t` of one language: requests in different languages never share a current language. */
export function translator(language: Language): Translate {
  const known = translators.get(language)
  if (known) return known
  const t = quickTranslator(makeInstance(language), language)
  translators.set(language, t)
  return t
}

/**
 * Plain texts are filled in here, from pieces that are cut once: i18next takes 10 to 30 microseconds for each, which
 * made half of a page's rendering. Plural forms and formatted values stay with i18next.
 */
function quickTranslator(instance: i18n, language: Language): Translate {
  const pieces = new Map<string, string[] | undefined>()
  return (key, values = {}) => {
    if (!pieces.has(key)) pieces.set(key, plainPieces(instance, language, key))
    const known = pieces.get(key)
    return known ? fillIn(known, values) : instance.t(key, values)
  }
}

/** Text and names of values by turns: `Page {{number}}` -> ['Page ', 'number', '']. */
function plainPieces(instance: i18n, language: Language, key: string): string[] | undefined {
  const [namespace = 'shop', name = key] = key.includes(':') ? key.split(':') : ['shop', key]
  const text: unknown = instance.getResource(language, namespace, name)
  if (typeof text !== 'string' || /\{\{[^}]*,|\$t\(/.test(text)) return undefined
  return text.split(/\{\{\s*(\w+)\s*\}\}/)
}

function fillIn(pieces: readonly string[], values: Record<string, string | number>): string {
  if (pieces.length === 1) return pieces[0] ?? ''
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : String(values[piece] ?? ''))).join('')
}

function makeInstance(language: Language): i18n {
  const instance = createInstance({
    lng: language,
    ns: ['shop', 'checkout', 'islands', 'mail', 'account', 'orders', 'excel'],
    defaultNS: 'shop',
    initAsync: false,
    resources: { [language]: dictionaries[language] },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  void instance.init()
  return instance
}

for (const language of languages) translator(language)
