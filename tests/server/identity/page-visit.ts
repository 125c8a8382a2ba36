import type { ShoppingContext } from '../../../src/domain/places/shopping-context.ts'
import { translator } from '../../../src/i18n/translator.ts'
import { matchScreen } from '../../../src/routes.ts'
import {
  requireAccount,
  type Account,
  type AccountRequest,
} from '../../../src/server/identity/access/require-account.ts'
import { identify } from '../../../src/server/identity/sessions/identify.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { defaultContext } from '../../support/default-context.ts'
import { jar } from '../call.ts'
import { tokensOf } from './shopper.ts'

export type Visit = {
  bearer?: string | null
  form?: Record<string, string>
  cookies?: Map<string, string>
  /** Another country or currency than those of the language. */
  shopping?: Partial<ShoppingContext>
}

/** A page's request as Astro passes it, identified like in the middleware. */
export async function requestOf(
  shop: Shop,
  path: string,
  { bearer, form, cookies = new Map(), shopping: chosen }: Visit = {},
): Promise<AccountRequest> {
  const url = new URL(path, 'http://shop.test')
  const headers = new Headers(bearer ? { Authorization: `Bearer ${bearer}` } : {})
  const request = new Request(url, form ? { method: 'POST', headers, body: new URLSearchParams(form) } : { headers })
  const session = await identify(shop, { request, cookies: jar(cookies) })
  const matched = matchScreen(url.pathname)
  const shopping = { ...defaultContext(matched?.language ?? 'sv'), ...chosen }
  const locals: App.Locals = {
    shop,
    locale: shop.settings.locale(shopping.language),
    seller: shop.settings.seller(shopping.language),
    features: shop.settings.all.features,
    sales: shop.settings.all.sales,
    requestId: 'test',
    customerId: session?.customer?.id ?? null,
    session,
    isShared: false,
    shopping,
    t: translator(shopping.language),
    matched,
  }
  return { request, url, locals, cookies: jar(cookies), clientAddress: '127.0.0.1' }
}

/** A page of my account in a given role: its data, or the status and redirect. */
export async function visit<Page>(
  shop: Shop,
  path: string,
  page: (shop: Shop, account: Account, request: AccountRequest) => Promise<Page>,
  asked: Visit = {},
) {
  const request = await requestOf(shop, path, asked)
  const account = await requireAccount(shop, request)
  return account instanceof Response ? account : page(shop, account, request)
}

/** Signs in a customer and returns the token. */
export async function bearerOf(shop: Shop, id: string): Promise<string> {
  return (await tokensOf(shop, `${id}@example.se`)).access_token
}

export function where(answer: unknown): string {
  return answer instanceof Response ? `${answer.status} ${answer.headers.get('Location') ?? ''}`.trim() : '200'
}

type Firm = { id: string; creditLimit?: number; members: Record<string, 'buyer' | 'admin'> }

/** An organization with members, who must have accounts. */
export async function addOrganization({ db }: Shop, { id, creditLimit = 10_000_000, members }: Firm): Promise<void> {
  await db
    .insertInto('organizations')
    .values({
      id,
      name: `Firm ${id}`,
      organization_number: id,
      vat_number: null,
      country: 'SE',
      credit_limit: creditLimit,
      cost_centre: 'Workshop',
      created_at: '2026-01-01T00:00:00.000Z',
    })
    .execute()
  for (const [customer_id, role] of Object.entries(members))
    await db.insertInto('organization_members').values({ organization_id: id, customer_id, role }).execute()
}
