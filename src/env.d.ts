/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    shop: import('./server/shop.ts').Shop
    /** uuid v7 of this request, also in the log and in problem+json. */
    requestId: string
    /** True when this rendering fills the page cache: the request carries nothing of the shopper but currency and country. */
    isShared: boolean
    shopping: import('./domain/shopping-context.ts').ShoppingContext
    t: import('./i18n/translator.ts').Translate
    matched: import('./routes.ts').Matched | undefined
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Hydrates at the first touch, hover or focus and replays the first click (browser/hydrate-on-intent.ts). */
    'client:intent'?: boolean
  }
}
