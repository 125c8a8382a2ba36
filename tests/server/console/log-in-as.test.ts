import type { APIContext, APIRoute } from 'astro'
import { expect, test } from 'vitest'
import { GET as begin, POST as end } from '../../../src/pages/as-customer.ts'
import { customerScreen } from '../../../src/server/console/customers/customer-page.ts'
import { isOpenAsCustomer } from '../../../src/server/identity/staff/as-customer-rules.ts'
import { customerVisit } from '../../../src/server/identity/staff/customer-visits.ts'
import { updateStaff, staffByEmail } from '../../../src/server/identity/staff/staff-queries.ts'
import { serveHttp } from '../../support/http-shop.ts'
import { jar } from '../call.ts'
import { addressOf, methodsOf, pageFiles, whoseFiles } from '../identity/endpoints.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { consoleRequestOf, contentOf, newBrowser, outcome, signedIn, type Browser } from './at-console.ts'

async function shopWithCustomer() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna' })
  const browser = await signedIn(shop, 'seller')
  const params = { id: 'anna' }
  const ask = async (route: APIRoute, from: Browser, query: Record<string, string> = {}) => {
    const request = await consoleRequestOf(shop, from, { query })
    request.locals.asCustomer = await customerVisit(shop, request.cookies)
    return (await route({ ...request } as unknown as APIContext)) as Response
  }
  const send = (reason: string) =>
    outcome(shop, browser, customerScreen, { params, form: { action: 'log_in', reason } })
  return {
    shop,
    browser,
    ask,
    send,
    clock,
    token: async () => new URL((await send('asks about a price')).location ?? '').searchParams.get('token') ?? '',
    now: async (from = browser) => (await customerVisit(shop, jar(from.cookies)))?.session.customer.id ?? null,
    audit: async () =>
      (await contentOf(shop, await signedIn(shop, 'manager'), customerScreen, { params })).audit
        .filter(({ operation }) => operation.startsWith('customers.log'))
        .map(({ operation, note, subjectId }) => ({ operation, note, subject_id: subjectId }))
        .toReversed(),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('staff log in as a customer with a reason, once by each token, and both ends are in the log', async () => {
  await using at = await shopWithCustomer()
  expect(await at.send(' ')).toMatchObject({ status: 422 })
  const token = await at.token()
  expect(JSON.stringify(await at.shop.db.selectFrom('customer_visits').selectAll().execute())).not.toContain(token)
  expect((await at.ask(begin, newBrowser(), { token })).status).toBe(403)
  expect((await at.ask(begin, at.browser, { token: `${token}x` })).status).toBe(403)
  const all = await Promise.all([1, 2, 3].map(() => at.ask(begin, at.browser, { token })))
  expect(all.map(({ status }) => status).sort()).toEqual([303, 403, 403])
  expect(all.find(({ status }) => status === 303)?.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(await at.now()).toBe('anna')
  expect(await at.shop.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  const ended = await at.ask(end, at.browser)
  expect(ended.headers.get('Location')).toMatch(/\/console\/customers\/anna$/)
  expect(await at.now()).toBe(null)
  const entry = { note: 'asks about a price', subject_id: 'anna' }
  expect(await at.audit()).toEqual([
    { operation: 'customers.log_in', ...entry },
    { operation: 'customers.log_out', ...entry },
  ])
})

test('a token is good for a minute and a visit for half an hour', async () => {
  await using at = await shopWithCustomer()
  const late = await at.token()
  at.clock.advance(61)
  expect((await at.ask(begin, at.browser, { token: late })).status).toBe(403)
  await at.ask(begin, at.browser, { token: await at.token() })
  at.clock.advance(29 * 60)
  expect(await at.now()).toBe('anna')
  at.clock.advance(61)
  expect(await at.now()).toBe(null)
})

test('a visit is over when the session ends, the person is shut out or may no longer, and elsewhere', async () => {
  await using at = await shopWithCustomer()
  const { db } = at.shop
  await at.ask(begin, at.browser, { token: await at.token() })
  const secret = new Map(at.browser.cookies)
  const again = async () => {
    for (const [name, value] of secret) at.browser.cookies.set(name, value)
    return at.now()
  }
  const elsewhere = newBrowser()
  for (const [name, value] of secret) if (name.includes('as_customer')) elsewhere.cookies.set(name, value)
  expect(await at.now(elsewhere)).toBe(null)
  const change = async (changes: { role?: string; is_active?: 0 | 1 }) => {
    const seller = await staffByEmail(db, 'seller@shop.example')
    expect(await updateStaff(db, seller ?? { id: '', version: 0 }, changes)).toBe(true)
  }
  await change({ role: 'warehouse' })
  expect(await again()).toBe(null)
  await change({ role: 'seller', is_active: 0 })
  expect(await again()).toBe(null)
  await change({ is_active: 1 })
  expect(await again()).toBe('anna')
  await db.deleteFrom('staff_sessions').execute()
  expect(await again()).toBe(null)
})

test('of all that the storefront answers, only the cart changes for staff as a customer', () => {
  const addresses = pageFiles().filter((file) => whoseFiles[file] !== 'staff')
  const changes = addresses.flatMap((file) =>
    (file.endsWith('.astro') ? ['POST'] : methodsOf(file))
      .filter((method) => method !== 'GET')
      .filter((method) => isOpenAsCustomer(method, new URL(addressOf(file), 'http://shop.test')))
      .map((method) => `${method} ${file}`),
  )
  expect(changes).toEqual(['POST api/sync-cart.ts', 'POST api/sync-coupons.ts', 'POST as-customer.ts'])
  const opens = (path: string) => isOpenAsCustomer('GET', new URL(path, 'http://shop.test'))
  for (const path of ['/sv/checkout/x', '/sv/sandbox-payment/x', '/en/login', '/en/quote?token=x'])
    expect([path, opens(path)]).toEqual([path, false])
  expect(opens('/api/payments/stripe/return')).toBe(false)
  expect(['/sv', '/sv/my-account', '/sv/my-account/profile/edit'].map(opens)).toEqual([true, true, true])
})

test('its pages neither come from the page cache nor get into it', async () => {
  await using shop = await serveHttp({
    render: async (_, { isShared }) =>
      new Response(isShared ? 'for all' : 'for one', {
        headers: { 'Content-Type': 'text/html', 'CDN-Cache-Control': 'max-age=60', 'Cache-Tag': 'x' },
      }),
  })
  const asCustomer = { headers: { cookie: '__Host-as_customer=secret' } }
  const seen = [
    await shop.ask('/public/x', asCustomer),
    await shop.ask('/public/x'),
    await shop.ask('/public/x', asCustomer),
  ]
  expect(seen.map(({ text }) => text)).toEqual(['for one', 'for all', 'for one'])
  expect(seen[0]?.headers).not.toHaveProperty('cdn-cache-control')
})
