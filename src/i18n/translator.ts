import type { Language } from '../domain/places/locales.ts'
import enAccount from './en/account.json' with { type: 'json' }
import enCheckout from './en/checkout.json' with { type: 'json' }
import enConsoleApiChanges from './en/console-api-changes.json' with { type: 'json' }
import enConsoleAudit from './en/console-audit.json' with { type: 'json' }
import enConsoleCatalogue from './en/console-catalogue.json' with { type: 'json' }
import enConsoleContent from './en/console-content.json' with { type: 'json' }
import enConsoleCoupons from './en/console-coupons.json' with { type: 'json' }
import enConsoleCustomers from './en/console-customers.json' with { type: 'json' }
import enConsoleEditor from './en/console-editor.json' with { type: 'json' }
import enConsoleExchange from './en/console-exchange.json' with { type: 'json' }
import enConsoleFigures from './en/console-figures.json' with { type: 'json' }
import enConsoleFirstSteps from './en/console-first-steps.json' with { type: 'json' }
import enConsoleFrame from './en/console-frame.json' with { type: 'json' }
import enConsoleGiftCards from './en/console-gift-cards.json' with { type: 'json' }
import enConsoleHelp from './en/console-help.json' with { type: 'json' }
import enConsoleImports from './en/console-imports.json' with { type: 'json' }
import enConsoleIntegrations from './en/console-integrations.json' with { type: 'json' }
import enConsoleInvoices from './en/console-invoices.json' with { type: 'json' }
import enConsoleMails from './en/console-mails.json' with { type: 'json' }
import enConsoleMenus from './en/console-menus.json' with { type: 'json' }
import enConsoleMerge from './en/console-merge.json' with { type: 'json' }
import enConsoleOrderEdit from './en/console-order-edit.json' with { type: 'json' }
import enConsoleOrders from './en/console-orders.json' with { type: 'json' }
import enConsoleOrganizations from './en/console-organizations.json' with { type: 'json' }
import enConsolePacking from './en/console-packing.json' with { type: 'json' }
import enConsolePayments from './en/console-payments.json' with { type: 'json' }
import enConsolePayouts from './en/console-payouts.json' with { type: 'json' }
import enConsolePhoneOrder from './en/console-phone-order.json' with { type: 'json' }
import enConsolePictures from './en/console-pictures.json' with { type: 'json' }
import enConsolePriceLists from './en/console-price-lists.json' with { type: 'json' }
import enConsolePrices from './en/console-prices.json' with { type: 'json' }
import enConsoleProductFeeds from './en/console-product-feeds.json' with { type: 'json' }
import enConsoleProduct from './en/console-product.json' with { type: 'json' }
import enConsoleProducts from './en/console-products.json' with { type: 'json' }
import enConsoleRemoved from './en/console-removed.json' with { type: 'json' }
import enConsoleSales from './en/console-sales.json' with { type: 'json' }
import enConsoleSearch from './en/console-search.json' with { type: 'json' }
import enConsoleSettings from './en/console-settings.json' with { type: 'json' }
import enConsoleSources from './en/console-sources.json' with { type: 'json' }
import enConsoleSubscriptions from './en/console-subscriptions.json' with { type: 'json' }
import enConsoleSystem from './en/console-system.json' with { type: 'json' }
import enConsoleTags from './en/console-tags.json' with { type: 'json' }
import enConsoleToday from './en/console-today.json' with { type: 'json' }
import enConsoleVariants from './en/console-variants.json' with { type: 'json' }
import enConsole from './en/console.json' with { type: 'json' }
import enExcel from './en/excel.json' with { type: 'json' }
import enIslands from './en/islands.json' with { type: 'json' }
import enLists from './en/lists.json' with { type: 'json' }
import enMail from './en/mail.json' with { type: 'json' }
import enOrders from './en/orders.json' with { type: 'json' }
import enShop from './en/shop.json' with { type: 'json' }
import svAccount from './sv/account.json' with { type: 'json' }
import svCheckout from './sv/checkout.json' with { type: 'json' }
import svConsoleApiChanges from './sv/console-api-changes.json' with { type: 'json' }
import svConsoleAudit from './sv/console-audit.json' with { type: 'json' }
import svConsoleCatalogue from './sv/console-catalogue.json' with { type: 'json' }
import svConsoleContent from './sv/console-content.json' with { type: 'json' }
import svConsoleCoupons from './sv/console-coupons.json' with { type: 'json' }
import svConsoleCustomers from './sv/console-customers.json' with { type: 'json' }
import svConsoleEditor from './sv/console-editor.json' with { type: 'json' }
import svConsoleExchange from './sv/console-exchange.json' with { type: 'json' }
import svConsoleFigures from './sv/console-figures.json' with { type: 'json' }
import svConsoleFirstSteps from './sv/console-first-steps.json' with { type: 'json' }
import svConsoleFrame from './sv/console-frame.json' with { type: 'json' }
import svConsoleGiftCards from './sv/console-gift-cards.json' with { type: 'json' }
import svConsoleHelp from './sv/console-help.json' with { type: 'json' }
import svConsoleImports from './sv/console-imports.json' with { type: 'json' }
import svConsoleIntegrations from './sv/console-integrations.json' with { type: 'json' }
import svConsoleInvoices from './sv/console-invoices.json' with { type: 'json' }
import svConsoleMails from './sv/console-mails.json' with { type: 'json' }
import svConsoleMenus from './sv/console-menus.json' with { type: 'json' }
import svConsoleMerge from './sv/console-merge.json' with { type: 'json' }
import svConsoleOrderEdit from './sv/console-order-edit.json' with { type: 'json' }
import svConsoleOrders from './sv/console-orders.json' with { type: 'json' }
import svConsoleOrganizations from './sv/console-organizations.json' with { type: 'json' }
import svConsolePacking from './sv/console-packing.json' with { type: 'json' }
import svConsolePayments from './sv/console-payments.json' with { type: 'json' }
import svConsolePayouts from './sv/console-payouts.json' with { type: 'json' }
import svConsolePhoneOrder from './sv/console-phone-order.json' with { type: 'json' }
import svConsolePictures from './sv/console-pictures.json' with { type: 'json' }
import svConsolePriceLists from './sv/console-price-lists.json' with { type: 'json' }
import svConsolePrices from './sv/console-prices.json' with { type: 'json' }
import svConsoleProductFeeds from './sv/console-product-feeds.json' with { type: 'json' }
import svConsoleProduct from './sv/console-product.json' with { type: 'json' }
import svConsoleProducts from './sv/console-products.json' with { type: 'json' }
import svConsoleRemoved from './sv/console-removed.json' with { type: 'json' }
import svConsoleSales from './sv/console-sales.json' with { type: 'json' }
import svConsoleSearch from './sv/console-search.json' with { type: 'json' }
import svConsoleSettings from './sv/console-settings.json' with { type: 'json' }
import svConsoleSources from './sv/console-sources.json' with { type: 'json' }
import svConsoleSubscriptions from './sv/console-subscriptions.json' with { type: 'json' }
import svConsoleSystem from './sv/console-system.json' with { type: 'json' }
import svConsoleTags from './sv/console-tags.json' with { type: 'json' }
import svConsoleToday from './sv/console-today.json' with { type: 'json' }
import svConsoleVariants from './sv/console-variants.json' with { type: 'json' }
import svConsole from './sv/console.json' with { type: 'json' }
import svExcel from './sv/excel.json' with { type: 'json' }
import svIslands from './sv/islands.json' with { type: 'json' }
import svLists from './sv/lists.json' with { type: 'json' }
import svMail from './sv/mail.json' with { type: 'json' }
import svOrders from './sv/orders.json' with { type: 'json' }
import svShop from './sv/shop.json' with { type: 'json' }
import { translateIn, type KeysOf, type TranslateKey } from './translate.ts'

const dictionaries = {
  en: {
    shop: enShop,
    checkout: enCheckout,
    islands: enIslands,
    mail: enMail,
    account: enAccount,
    orders: enOrders,
    excel: enExcel,
    lists: enLists,
    console: enConsole,
    'console-customers': enConsoleCustomers,
    'console-merge': enConsoleMerge,
    'console-gift-cards': enConsoleGiftCards,
    'console-subscriptions': enConsoleSubscriptions,
    'console-audit': enConsoleAudit,
    'console-order-edit': enConsoleOrderEdit,
    'console-exchange': enConsoleExchange,
    'console-phone-order': enConsolePhoneOrder,
    'console-mails': enConsoleMails,
    'console-menus': enConsoleMenus,
    'console-orders': enConsoleOrders,
    'console-system': enConsoleSystem,
    'console-today': enConsoleToday,
    'console-organizations': enConsoleOrganizations,
    'console-figures': enConsoleFigures,
    'console-first-steps': enConsoleFirstSteps,
    'console-frame': enConsoleFrame,
    'console-packing': enConsolePacking,
    'console-invoices': enConsoleInvoices,
    'console-payments': enConsolePayments,
    'console-payouts': enConsolePayouts,
    'console-product': enConsoleProduct,
    'console-catalogue': enConsoleCatalogue,
    'console-search': enConsoleSearch,
    'console-coupons': enConsoleCoupons,
    'console-prices': enConsolePrices,
    'console-price-lists': enConsolePriceLists,
    'console-content': enConsoleContent,
    'console-editor': enConsoleEditor,
    'console-pictures': enConsolePictures,
    'console-products': enConsoleProducts,
    'console-api-changes': enConsoleApiChanges,
    'console-removed': enConsoleRemoved,
    'console-tags': enConsoleTags,
    'console-variants': enConsoleVariants,
    'console-help': enConsoleHelp,
    'console-imports': enConsoleImports,
    'console-sales': enConsoleSales,
    'console-product-feeds': enConsoleProductFeeds,
    'console-sources': enConsoleSources,
    'console-integrations': enConsoleIntegrations,
    'console-settings': enConsoleSettings,
  },
  sv: {
    shop: svShop,
    checkout: svCheckout,
    islands: svIslands,
    mail: svMail,
    account: svAccount,
    orders: svOrders,
    excel: svExcel,
    lists: svLists,
    console: svConsole,
    'console-customers': svConsoleCustomers,
    'console-merge': svConsoleMerge,
    'console-gift-cards': svConsoleGiftCards,
    'console-subscriptions': svConsoleSubscriptions,
    'console-audit': svConsoleAudit,
    'console-order-edit': svConsoleOrderEdit,
    'console-exchange': svConsoleExchange,
    'console-phone-order': svConsolePhoneOrder,
    'console-mails': svConsoleMails,
    'console-menus': svConsoleMenus,
    'console-orders': svConsoleOrders,
    'console-system': svConsoleSystem,
    'console-today': svConsoleToday,
    'console-organizations': svConsoleOrganizations,
    'console-figures': svConsoleFigures,
    'console-first-steps': svConsoleFirstSteps,
    'console-frame': svConsoleFrame,
    'console-packing': svConsolePacking,
    'console-invoices': svConsoleInvoices,
    'console-payments': svConsolePayments,
    'console-payouts': svConsolePayouts,
    'console-product': svConsoleProduct,
    'console-catalogue': svConsoleCatalogue,
    'console-search': svConsoleSearch,
    'console-coupons': svConsoleCoupons,
    'console-prices': svConsolePrices,
    'console-price-lists': svConsolePriceLists,
    'console-content': svConsoleContent,
    'console-editor': svConsoleEditor,
    'console-pictures': svConsolePictures,
    'console-products': svConsoleProducts,
    'console-api-changes': svConsoleApiChanges,
    'console-removed': svConsoleRemoved,
    'console-tags': svConsoleTags,
    'console-variants': svConsoleVariants,
    'console-help': svConsoleHelp,
    'console-imports': svConsoleImports,
    'console-sales': svConsoleSales,
    'console-product-feeds': svConsoleProductFeeds,
    'console-sources': svConsoleSources,
    'console-integrations': svConsoleIntegrations,
    'console-settings': svConsoleSettings,
  },
} as const

type Dictionaries = (typeof dictionaries)['en']
type KeyIn<Namespace extends keyof Dictionaries> = Namespace extends 'shop'
  ? KeysOf<Dictionaries['shop']>
  : `${Namespace}:${KeysOf<Dictionaries[Namespace]>}`

/** Keys of shop.json, and of the other dictionaries with their namespace in front. */
export type TextKey = { [Namespace in keyof Dictionaries]: KeyIn<Namespace> }[keyof Dictionaries]
export type Translate = TranslateKey<TextKey>

const translators: Partial<Record<Language, Translate>> = {}

/** The fixed `t` of one language for pages, mails and documents: it has the texts of every dictionary. */
export function translator(language: Language): Translate {
  return (translators[language] ??= makeTranslator(language))
}

/**
 * The `t` of a language with texts of one's own, by their full keys such as `mail:order_link.intro`. A plural is
 * replaced form by form.
 */
export function translatorWith(language: Language, own: ReadonlyMap<string, string>): Translate {
  const texts = textsOf(language)
  return translateIn(language, (key) => own.get(key) ?? texts.get(key))
}

function makeTranslator(language: Language): Translate {
  const texts = textsOf(language)
  return translateIn(language, (key) => texts.get(key))
}

const textMaps: Partial<Record<Language, ReadonlyMap<string, string>>> = {}

/** The texts of a language by their full keys. */
function textsOf(language: Language): ReadonlyMap<string, string> {
  return (textMaps[language] ??= collectTexts(language))
}

function collectTexts(language: Language): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const { shop, ...others } = dictionaries[language]
  collect(texts, '', shop)
  for (const [namespace, dictionary] of Object.entries(others)) collect(texts, `${namespace}:`, dictionary)
  return texts
}

/** Adds the texts below `node` by their whole keys, so that a text is found in one step. */
function collect(texts: Map<string, string>, beginning: string, node: object): void {
  for (const [name, inner] of Object.entries(node)) {
    if (typeof inner === 'string') texts.set(beginning + name, inner)
    else collect(texts, `${beginning}${name}.`, inner)
  }
}
