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

/** Keys of shop.json, and keys of the other dictionaries prefixed with their namespace. */
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

/** Returns the `t` function of one language; there is no global current language that requests could share. */
export function translator(language: Language): Translate {
  const known = translators.get(language)
  if (known) return known
  const t = quickTranslator(makeInstance(language), language)
  translators.set(language, t)
  return t
}

/**
 * Fills in plain texts from pre-split parts: i18next takes 10 to 30 microseconds per text, which was half of the
 * rendering time of a page. Plurals and formatted values still use i18next.
 */
function quickTranslator(instance: i18n, language: Language): Translate {
  const parts = new Map<string, string[] | undefined>()
  return (key, values = {}) => {
    if (!parts.has(key)) parts.set(key, splitText(instance, language, key))
    const known = parts.get(key)
    return known ? fillIn(known, values) : instance.t(key, values)
  }
}

/** Alternating text and placeholder names: `Page {{number}}` becomes ['Page ', 'number', '']. */
function splitText(instance: i18n, language: Language, key: string): string[] | undefined {
  const [namespace = 'shop', name = key] = key.includes(':') ? key.split(':') : ['shop', key]
  const text: unknown = instance.getResource(language, namespace, name)
  if (typeof text !== 'string' || /\{\{[^}]*,|\$t\(/.test(text)) return undefined
  return text.split(/\{\{\s*(\w+)\s*\}\}/)
}

function fillIn(parts: readonly string[], values: Record<string, string | number>): string {
  if (parts.length === 1) return parts[0] ?? ''
  return parts.map((piece, at) => (at % 2 === 0 ? piece : String(values[piece] ?? ''))).join('')
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
