/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    shop: import('./server/shop.ts').Shop
    /** uuid v7 of this request, also in the log and in problem+json. */
    requestId: string
    /** The customer who is signed in, for whom prices may be lower; nothing that a browser merely says makes one. */
    customerId: string | null
    /** Who is signed in, as customer or as the guest of one order; null on everything that the page cache may hold. */
    session: import('./server/identity/sessions/session.ts').Session | null
    /** Set while a staff member sees the storefront as this customer. */
    asCustomer?: import('./server/identity/staff/customer-visits.ts').CustomerVisit | null
    /** What a personal page tells its browser of that; not set on pages that are the same for everybody. */
    user?: import('./contracts/calls/auth-user.ts').AuthUser | null
    /**
     * True when this rendering fills the page cache: the request carries nothing of the shopper but currency and
     * country.
     */
    isShared: boolean
    /** The storefront variant and the company as the operator has set them, the same for the whole page. */
    locale: import('./domain/places/locales.ts').Locale
    seller: import('./domain/places/seller.ts').Seller
    /** What the operator offers, as it was when the request came. */
    sales: import('./domain/settings/sales.ts').Sales
    features: import('./domain/settings/features.ts').Features
    shopping: import('./domain/places/shopping-context.ts').ShoppingContext
    /** Who works in the console; only set there. */
    staff?: import('./server/identity/staff/staff-session.ts').StaffSession | null
    /** Set when what answers a form of the console may be shown again: it refuses or asks, and shows no secret. */
    isAnswerKept?: true
    t: import('./i18n/translator.ts').Translate
    matched: import('./routes.ts').Matched | undefined
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Hydrates at the first touch, hover or focus and replays the first click (browser/hydrate-on-intent.ts). */
    'client:intent'?: boolean | 'ahead'
  }
}
