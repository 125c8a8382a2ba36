import type { APIContext, APIRoute } from 'astro'
import { expect, test } from 'vitest'
import { LogInToOrder } from '../../../src/contracts/calls/order-auth.ts'
import { SyncCart } from '../../../src/contracts/calls/sync-cart.ts'
import { logInToOrder } from '../../../src/server/ordering/account/order-login.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { syncCart } from '../../../src/server/ordering/cart/sync-cart.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { call } from '../call.ts'
import { aForm, bought, buy, fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'
import { addressOf, methodsOf, missingFiles, pageFiles, whoseFiles } from './endpoints.ts'
import { addOrganization, bearerOf, requestOf } from './page-visit.ts'
import { addCustomer, ask, mailedToken, type Tokens } from './shopper.ts'

const modules = import.meta.glob<Record<string, APIRoute>>('../../../src/pages/**/*.ts')
const people = ['owner', 'customer', 'member', 'admin', 'guest'] as const
const identities = [...people, 'anonymous', 'expired'] as const

/** Personal data that nobody else may read: name, address, order, saved cart and session. */
type Secrets = Record<string, readonly string[]>
type Town = { bearers: Record<string, string | null>; secrets: Secrets; ownersSession: string; ownersOrder: string }

async function town(shop: Shop, advance: (seconds: number) => void): Promise<Town> {
  const accounts = ['owner', 'customer', 'member', 'admin', 'expired']
  for (const id of accounts) await addCustomer(shop, { id })
  for (const id of ['member', 'admin'])
    await addOrganization(shop, { id: `firm-${id}`, members: { [id]: id === 'admin' ? 'admin' : 'buyer' } })
  const [bearers, secrets]: [Town['bearers'], Record<string, string[]>] = [
    { anonymous: null, expired: await bearerOf(shop, 'expired') },
    {},
  ]
  advance(3600)
  for (const id of ['owner', 'customer', 'member', 'admin']) {
    const owned = await storeCart(shop, swedish(), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 1 }],
      coupons: [],
      customerId: id,
    })
    const inName = ['member', 'admin'].includes(id)
      ? { customer_kind: 'organization', organization_name: `Firm firm-${id}`, organization_number: `firm-${id}` }
      : {}
    const placed = await buy(shop, owned, aForm({ name: `Hemlig ${id}`, email: `kund-${id}@example.se`, ...inName }))
    if (placed.kind !== 'placed') throw new Error(placed.kind)
    await call(shop, SyncCart, syncCart, {
      shopping: swedish(),
      customerId: id,
      body: { items: [{ sku: savedBy[id] ?? '', quantity: 7 }], owner: '' },
    })
    bearers[id] = await bearerOf(shop, id)
    const order = await shop.db
      .selectFrom('orders')
      .select('number')
      .where('id', '=', placed.orderId)
      .executeTakeFirstOrThrow()
    const sessions = await shop.db.selectFrom('sessions').select('id').where('customer_id', '=', id).execute()
    secrets[id] = [
      `${id}@example.se`,
      `Name of ${id}`,
      `Hemlig ${id}`,
      `"${order.number}"`,
      `"${savedBy[id]}"`,
      ...sessions.map((session) => session.id),
    ]
  }
  await bought(shop, [['FAN', 1]], aForm({ email: 'gast@example.se', name: 'Hemlig guest' }))
  bearers['guest'] = (
    (await ask(shop, LogInToOrder, logInToOrder, {}, { body: { token: await mailedToken(shop, 'gast@example.se') } }))
      .answer as Tokens
  ).access_token
  secrets['guest'] = ['gast@example.se', 'Hemlig guest', '"100005"']
  const [session = ''] = (secrets['owner'] ?? []).slice(-1)
  return { bearers, secrets, ownersSession: session, ownersOrder: '100001' }
}

/** A different part for each, which no other call names. */
const savedBy: Readonly<Record<string, string>> = {
  owner: 'SALE',
  customer: 'AGAIN',
  member: 'SOON',
  admin: 'TIERED-SALE',
}

type Plan = { body?: unknown; params?: Record<string, string>; query?: string }

/** The requests for each file, mostly with the owner's data. */
function planOf(file: string, { ownersSession, ownersOrder }: Town): Plan {
  const cart = { items: [{ sku: 'FAN', quantity: 1 }], coupons: [], owner: '' }
  const bodies: Record<string, unknown> = {
    'api/auth/email.ts': { email: 'owner@example.se', current_password: 'guess guess' },
    'api/auth/password.ts': { password: 'nytt och långt', current_password: 'guess guess' },
    'api/auth/forgot.ts': { email: 'owner@example.se' },
    'api/auth/register.ts': { email: 'owner@example.se', name: 'X' },
    'api/auth/login.ts': { email: 'owner@example.se', password: 'guess guess' },
    'api/auth/refresh.ts': { refresh_token: 'guess' },
    'api/order-auth/refresh.ts': { refresh_token: 'guess' },
    'api/order-auth/login.ts': { token: 'guess' },
    'api/sync-cart.ts': { ...cart, owner: 'owner:guess', unchanged: true },
    'api/saved-cart.ts': { owner: 'owner:guess', unchanged: true },
    'api/checkout.ts': cart,
    'api/sync-coupons.ts': { coupons: ['CUSTOMERDISCOUNT'], cart_contents: cart.items },
    'captuerr.ts': { error: 'x', level: 'error', stack: '', userAgent: '', url: '' },
  }
  const params: Record<string, Record<string, string>> = {
    'api/auth/sessions/[id].ts': { id: ownersSession },
    '[lang]/my-order/[id]/[document].ts': { lang: 'sv', id: ownersOrder, document: 'receipt.pdf' },
    'api/payments/[provider]/return.ts': { provider: 'sandbox' },
    'api/payments/[provider]/webhook.ts': { provider: 'stripe' },
    'rabatt/[...link].ts': { link: 'ABC' },
    'sitemap/[file].xml.ts': { file: 'pages-1' },
    'api/widget-by-slug/[slug].ts': { slug: 'footer-columns' },
  }
  return {
    body: bodies[file] ?? {},
    params: params[file] ?? {},
    query: file === 'api/products.ts' ? '?query=owner@example.se' : '',
  }
}

async function answerOf(
  shop: Shop,
  file: string,
  method: string,
  bearer: string | null,
  plan: Plan,
): Promise<{ status: number; text: string }> {
  const route = (await modules[`../../../src/pages/${file}`]?.())?.[method]
  if (!route) throw new Error(`${file} has no ${method}.`)
  const visit = await requestOf(shop, `${addressOf(file)}${plan.query ?? ''}`, { bearer })
  const headers = Object.fromEntries(visit.request.headers)
  const sent =
    file === 'excel-to-cart.ts'
      ? { headers, body: new FormData() }
      : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(plan.body) }
  const request = new Request(visit.url, method === 'GET' ? visit.request : { method, ...sent })
  const cache = { set: () => undefined }
  const answer = await route({
    ...visit,
    request,
    params: plan.params ?? {},
    cache,
    routePattern: file,
  } as unknown as APIContext)
  return { status: answer.status, text: await answer.text() }
}

test('every file under src/pages is listed with its roles, and nothing else is listed', () => {
  expect(pageFiles().filter((file) => !(file in whoseFiles))).toEqual([])
  expect(missingFiles()).toEqual([])
})

/** The status that somebody without the account gets: the address of a page leads to the login, a call is refused. */
function refusalOf(file: string, isNobody: boolean): number {
  if (file.startsWith('[lang]')) return 303
  return isNobody ? 401 : 403
}

test('every endpoint x 7 identities: data of an account or order is refused to all others', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const known = await town(shop, clock.advance)
  // Signing out comes last, because it ends the session.
  const files = pageFiles()
    .filter((file) => file.endsWith('.ts'))
    .sort((a, b) => Number(a.endsWith('logout.ts')) - Number(b.endsWith('logout.ts')))
  let [checked, leaks] = [0, 0]
  for (const [file, method] of files.flatMap((each) => methodsOf(each).map((one) => [each, one] as const))) {
    const plan = planOf(file, known)
    for (const identity of identities.filter((each) => each !== 'owner' || file !== 'api/auth/sessions/[id].ts')) {
      const { status, text } = await answerOf(shop, file, method, known.bearers[identity] ?? null, plan)
      const said = Object.entries(known.secrets).flatMap(([id, secrets]) =>
        id === identity ? [] : secrets.filter((secret) => text.includes(secret)),
      )
      checked += 1
      leaks += said.length
      expect({ said, isBroken: status >= 500 }, `${identity} ${method} ${file}`).toEqual({ said: [], isBroken: false })
      const isNobody = identity === 'anonymous' || identity === 'expired'
      if (whoseFiles[file] === 'account' && (isNobody || identity === 'guest')) {
        expect(status, `${identity} ${method} ${file}`).toBe(refusalOf(file, isNobody))
      }
      if (whoseFiles[file] === 'order' && identity !== 'guest' && identity !== 'owner')
        expect([401, 403, 404], `${identity} ${method} ${file}`).toContain(status)
    }
  }
  console.info(`${files.length} files, ${checked} endpoint and identity pairs, ${leaks} leaks`)
  expect(leaks).toBe(0)
  expect(checked).toBeGreaterThan(identities.length * 30)
})
