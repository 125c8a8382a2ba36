import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../../src/pages')

/**
 * Every file under src/pages that answers a request, such as `api/auth/login.ts`; Astro ignores names that begin with
 * an underscore.
 */
export function pageFiles(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  return files.filter((file) => /\.(?:ts|astro)$/.test(file) && !path.basename(file).startsWith('_')).sort()
}

/** HTTP methods that a page's `.ts` file answers. */
export function methodsOf(file: string): string[] {
  return [
    ...readFileSync(path.join(folder, file), 'utf8').matchAll(/^export const (GET|POST|PUT|PATCH|DELETE)\b/gm),
  ].map(([, method = '']) => method)
}

/** A path that such a file answers, with `x` for its parameters. */
export function addressOf(file: string): string {
  const route = file
    .replace(/\.(?:ts|astro)$/, '')
    .replace(/(?:^|\/)index$/, '')
    .replace('[lang]', 'sv')
    .replace(/\[(?:\.\.\.)?\w+\]/g, 'x')
  return `/${route}`
}

/** Who may see the answer of such a file; those of `staff` have a table of their own (console/operations.ts). */
export type Whose = 'everybody' | 'account' | 'order' | 'secret' | 'staff'

/**
 * Each file with its access: everybody; a signed-in account; an order's own customers; or the holder of a secret URL,
 * such as a checkout's. New files must be added here, and the tests then request them in every role.
 */
export const whoseFiles: Readonly<Record<string, Whose>> = {
  ...ofAll('everybody', [
    '404.astro',
    '500.astro',
    '[lang]/[...path].astro',
    '[lang]/brand/[slug].astro',
    '[lang]/category/[...slug].astro',
    '[lang]/find-parts/[slug].astro',
    '[lang]/compare.astro',
    '[lang]/quick-order.astro',
    '[lang]/request.astro',
    '[lang]/find-parts/index.astro',
    '[lang]/guide/[slug].astro',
    '[lang]/guide/index.astro',
    '[lang]/index.astro',
    '[lang]/login.astro',
    '[lang]/product-tag/[slug].astro',
    '[lang]/product/[slug].astro',
    '[lang]/searchresults.astro',
    '[lang]/track-order/[...id].astro',
    '[lang]/withdrawal.astro',
    'api/auth/forgot.ts',
    'api/auth/login.ts',
    'api/auth/logout.ts',
    'api/auth/refresh.ts',
    'api/auth/register.ts',
    'api/checkout.ts',
    'api/countries.ts',
    'api/currencies.ts',
    'api/current-deal.ts',
    'api/devices.ts',
    'api/fits.ts',
    'api/notify-me.ts',
    'api/openapi.json.ts',
    'api/order-auth/login.ts',
    'api/order-auth/refresh.ts',
    'api/product-categories.ts',
    'api/products.ts',
    'api/search-triggers.ts',
    'api/saved-cart.ts',
    'api/sync-cart.ts',
    'api/sync-coupons.ts',
    'api/widget-by-slug/[slug].ts',
    'captuerr.ts',
    'index.ts',
    'rabatt/[...link].ts',
    'robots.txt.ts',
    'sitemap.xml.ts',
    'sitemap/[file].xml.ts',
  ]),
  ...ofAll('account', [
    '[lang]/excel-order.astro',
    '[lang]/my-account/index.astro',
    '[lang]/my-account/devices.astro',
    '[lang]/my-account/lists/[id].astro',
    '[lang]/my-account/lists/[id]/[file].ts',
    '[lang]/my-account/lists/add.astro',
    '[lang]/my-account/lists/index.astro',
    '[lang]/my-account/offers/[id].astro',
    '[lang]/my-account/offers/index.astro',
    '[lang]/my-account/orders/[id].astro',
    '[lang]/my-account/orders/index.astro',
    '[lang]/my-account/orders/return/[...id].astro',
    '[lang]/my-account/organization.astro',
    '[lang]/my-account/profile/edit.astro',
    '[lang]/my-account/returns.astro',
    '[lang]/my-account/subscriptions.astro',
    'api/auth/email.ts',
    'api/auth/password.ts',
    'api/auth/profile.ts',
    'api/auth/sessions.ts',
    'api/auth/sessions/[id].ts',
    'excel-to-cart.ts',
  ]),
  ...ofAll('order', [
    '[lang]/my-order/[...id].astro',
    '[lang]/my-order/[id]/[document].ts',
    '[lang]/my-order/return/[id].astro',
    'api/order-auth/info.ts',
  ]),
  ...ofAll('secret', [
    '[lang]/checkout/[...id].astro',
    '[lang]/checkout/confirmation/[...id].astro',
    '[lang]/checkout/failed/[...id].astro',
    '[lang]/notify-me.astro',
    '[lang]/page-preview.astro',
    '[lang]/quote.astro',
    '[lang]/sandbox-payment/[id].astro',
    '[lang]/subscription/[id].astro',
    '[lang]/unsubscribe.astro',
    'api/payments/[provider]/return.ts',
    'api/payments/[provider]/webhook.ts',
    'api/preview-html.ts',
    // For the holder of an API key; tests/server/api/api-access.test.ts asks them with every scope.
    'as-customer.ts',
    'api/v1/orders.ts',
    'api/v1/orders/[number].ts',
    'api/v1/orders/[number]/cancel.ts',
    'api/v1/orders/[number]/note.ts',
    'api/v1/orders/[number]/ship.ts',
    'api/v1/prices.ts',
    'api/v1/products.ts',
    'api/v1/products/[product].ts',
    'api/v1/returns.ts',
    'api/v1/returns/[number].ts',
    'api/v1/returns/[number]/receive.ts',
    'api/v1/stock.ts',
  ]),
  ...Object.fromEntries(pageFiles().flatMap((file) => (file.startsWith('console/') ? [[file, 'staff' as const]] : []))),
}

function ofAll(whose: Whose, files: readonly string[]): Record<string, Whose> {
  return Object.fromEntries(files.map((file) => [file, whose]))
}

/** Entries of the list whose file no longer exists. */
export function missingFiles(): string[] {
  return Object.keys(whoseFiles).filter((file) => !existsSync(path.join(folder, file)))
}
