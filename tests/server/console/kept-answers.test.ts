import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import { consoleRequest } from '../../../src/console-middleware.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { webhooksScreen } from '../../../src/server/console/integrations/webhooks-page.ts'
import { newProductScreen } from '../../../src/server/console/products/make/new-product-page.ts'
import { accountScreen } from '../../../src/server/console/staff/account-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import {
  consoleRequestOf,
  newBrowser,
  setRole,
  signedIn,
  staffPassword,
  type Browser,
  type Form,
} from './at-console.ts'

const product = {
  action: 'make',
  sku: 'N-1',
  name_sv: 'Långt namn',
  name_en: 'A long name',
  type: 'standard',
  from: '',
}
const wrong = { ...product, price: 'cheap' }
const page = 'text/html,application/xhtml+xml'
const camera = 'camera=(self)'
const policy = "default-src 'none'; form-action 'none'"

type Sending = { form?: Form; search?: string; accept?: string }

/** Sends a request through the middleware of the console to a screen, which is shown as JSON. */
async function through<Content>(
  shop: Shop,
  browser: Browser,
  { screen, form, search = '', accept = page }: Sending & { screen: ConsoleScreenFunction<Content> },
) {
  const asked = await consoleRequestOf(shop, browser, { search, ...(form && { form }) })
  asked.request.headers.set('Accept', accept)
  const context = { ...asked, originPathname: asked.url.pathname } as unknown as APIContext
  const answer = await consoleRequest(context, async () => {
    const result = await screen(shop, context)
    if (result instanceof Response) return result
    const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': policy, 'Permissions-Policy': camera }
    return new Response(JSON.stringify(result.page), { status: result.status, headers })
  })
  const location = new URL(answer.headers.get('Location') ?? '/none', asked.url)
  return {
    status: answer.status,
    path: location.pathname,
    search: location.search,
    text: await answer.text(),
    headers: answer.headers,
  }
}

async function atShop() {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  const at = (browser: Browser, sending: Sending) => through(shop, browser, { screen: newProductScreen, ...sending })
  const rows = () => shop.db.selectFrom('kept_answers').selectAll().execute()
  return { shop, clock, owner, at, rows, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

test('a refused form leads to an address that shows what was typed, as often as it is loaded', async () => {
  await using all = await atShop()
  const refused = await all.at(all.owner, { form: wrong, search: '?from=FAN&done=make' })
  expect([refused.status, refused.path]).toEqual([303, '/console/x'])
  expect(refused.search).toMatch(/^\?from=FAN&answer=[\w-]{32}$/)
  for (let time = 0; time < 2; time += 1) {
    const shown = await all.at(all.owner, { search: refused.search })
    expect([shown.status, JSON.parse(shown.text)]).toMatchObject([422, { values: wrong, fault: expect.any(String) }])
    expect(shown.headers.get('Content-Security-Policy')).toBe("default-src 'none'; form-action 'self'")
    expect(shown.headers.get('Permissions-Policy')).toBe(camera)
    expect(shown.headers.get('Cache-Control')).toContain('no-store')
  }
})

test('what is kept is read by its person alone, in the same role, for half an hour', async () => {
  await using all = await atShop()
  const { search } = await all.at(all.owner, { form: wrong })
  const plain = { status: 303, path: '/console/x', search: '' }
  expect(await all.at(await signedIn(all.shop, 'manager'), { search })).toMatchObject(plain)
  const unknown = await all.at(all.owner, { search: `?answer=${'x'.repeat(32)}` })
  expect(unknown).toMatchObject(plain)
  const signedOut = await all.at(newBrowser(), { search })
  expect([signedOut.status, signedOut.path, signedOut.text]).toEqual([303, '/console/sign-in', ''])
  const again = await signedIn(all.shop, 'owner')
  expect((await all.at(again, { search })).text).toContain('A long name')
  await setRole(all.shop, 'manager@shop.example', 'owner')
  await setRole(all.shop, 'owner@shop.example', 'editor')
  expect(await all.at(again, { search })).toMatchObject(plain)
  await setRole(all.shop, 'owner@shop.example', 'owner')
  all.clock.advance(29 * 60)
  expect((await all.at(again, { search })).status).toBe(422)
  all.clock.advance(2 * 60)
  expect(await all.at(again, { search })).toMatchObject(plain)
  const secret = new URLSearchParams(search).get('answer') ?? ''
  const stored = JSON.stringify(await all.rows())
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain('A long name')
})

test('a form that is carried out in the end leaves nothing behind, and its address has no secret', async () => {
  await using all = await atShop()
  const refused = await all.at(all.owner, { form: wrong })
  const made = await all.at(all.owner, { form: { ...product, price: '99' }, search: refused.search })
  expect([made.status, made.search.includes('answer=')]).toEqual([303, false])
  expect(await all.rows()).toEqual([])
  expect(await all.at(all.owner, { search: refused.search })).toMatchObject({ status: 303, search: '' })
})

test('all answers to a form are gone when it is carried out, also the first of several', async () => {
  await using all = await atShop()
  const first = await all.at(all.owner, { form: wrong })
  const second = await all.at(all.owner, { form: { ...wrong, price: 'dear' }, search: first.search })
  expect(second.search).not.toBe(first.search)
  const other = await all.at(all.owner, { form: { ...wrong, sku: 'N-2' } })
  await all.at(all.owner, { form: { ...product, price: '99' }, search: second.search })
  const status = async ({ search }: { search: string }) => (await all.at(all.owner, { search })).status
  expect([await status(first), await status(second), await status(other)]).toEqual([303, 303, 422])
})

test('nothing of the own account is kept: its forms have passwords, and its page the secret of an app', async () => {
  await using all = await atShop()
  const send = (form: Form) => through(all.shop, all.owner, { screen: accountScreen, form })
  const wrongCode = await send({ action: 'totp', code: '000000' })
  expect([wrongCode.status, JSON.parse(wrongCode.text).fault]).toEqual([422, expect.any(String)])
  all.clock.advance(16 * 60)
  const question = await send({ action: 'password', current_password: staffPassword, password: 'ett nytt lösenord 7' })
  expect(question.status).toBe(403)
  expect(await all.rows()).toEqual([])
})

test('a right that an own role loses closes what was kept with it', async () => {
  await using all = await atShop()
  const permissions = JSON.stringify(['products.view', 'products.change'])
  await all.shop.db.insertInto('staff_roles').values({ name: 'buyers', permissions, version: 1 }).execute()
  const buyer = await signedIn(all.shop, 'buyers')
  const { search } = await all.at(buyer, { form: wrong })
  expect((await all.at(buyer, { search })).status).toBe(422)
  await all.shop.db.updateTable('staff_roles').set({ permissions: '[]' }).execute()
  expect(await all.at(buyer, { search })).toMatchObject({ status: 303, search: '' })
})

test('a refusal is answered at once when it cannot be kept', async () => {
  await using all = await atShop()
  await all.shop.db.schema.dropTable('kept_answers').execute()
  const refused = await all.at(all.owner, { form: wrong })
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([422, { values: wrong }])
})

test('of one person the newest twenty answers are kept, and none of a script', async () => {
  await using all = await atShop()
  const searches: string[] = []
  for (let at = 0; at < 22; at += 1) {
    all.clock.advance(1)
    searches.push((await all.at(all.owner, { form: { ...wrong, sku: `N-${at}` } })).search)
  }
  expect(await all.rows()).toHaveLength(20)
  const shown = async (at: number) => (await all.at(all.owner, { search: searches[at] ?? '' })).status
  expect([await shown(1), await shown(2), await shown(21)]).toEqual([303, 422, 422])
  expect(await all.at(all.owner, { form: wrong, accept: '*/*' })).toMatchObject({ status: 422 })
  expect(await all.rows()).toHaveLength(20)
})

test('the question for the factor is kept with its form, but no secret that is shown once', async () => {
  await using all = await atShop()
  const { shop, owner } = all
  const add = { action: 'add', version: '', name: 'ERP', url: 'https://erp.example/', 'event:order.placed': '1' }
  const send = (sending: Sending) => through(shop, owner, { screen: webhooksScreen, ...sending })
  const shown = await send({ form: { ...add, form_key: 'k'.repeat(32) } })
  expect([shown.status, shown.text.includes('whsec_')]).toEqual([200, true])
  expect(await all.rows()).toEqual([])
  all.clock.advance(16 * 60)
  const question = await send({ form: { ...add, form_key: 'l'.repeat(32) } })
  expect(question.status).toBe(303)
  const kept = await send({ search: question.search })
  expect([kept.status, JSON.parse(kept.text)]).toMatchObject([403, { stepUp: { fault: null } }])
  expect(kept.text).toContain('https://erp.example/')
})
