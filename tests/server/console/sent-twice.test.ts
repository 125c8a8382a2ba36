import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contentScreen } from '../../../src/server/console/content/content-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { webhookScreen } from '../../../src/server/console/integrations/webhook-page.ts'
import { webhooksScreen } from '../../../src/server/console/integrations/webhooks-page.ts'
import { newProductScreen } from '../../../src/server/console/products/make/new-product-page.ts'
import { accountScreen } from '../../../src/server/console/staff/account-page.ts'
import { roleScreen } from '../../../src/server/console/staff/roles-page.ts'
import { staffScreen } from '../../../src/server/console/staff/staff-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { storeBrandPicture } from '../../../src/server/platform/settings/brand/brand-picture.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { newBrowser, outcome, signedIn, staffPassword, visit, type Browser, type Form } from './at-console.ts'
import { fieldsOf, send } from './content-screens.ts'

async function shopWithOwner() {
  const shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const entries = async (operation: string) =>
    (await shop.db.selectFrom('audit_log').select('id').where('operation', '=', operation).execute()).length
  /** The answers to a form that two tabs send at once: the status of each, and what it refuses. */
  const twice = async <Content>(screen: ConsoleScreenFunction<Content>, form: Form, params = {}) => {
    const sent = () => outcome(shop, owner, screen, { params, form })
    return (await Promise.all([sent(), sent()])).map(({ status, fault }) => fault ?? status).sort()
  }
  return { shop, owner, entries, twice, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

test('of two forms sent at once that make one record, the second is refused in words', async () => {
  await using at = await shopWithOwner()
  const role = { action: 'save', version: '0', name: 'people', 'permission:staff.view': '1' }
  expect(await at.twice(roleScreen, role, { name: 'new' })).toEqual([303, expect.stringContaining('already')])
  const product = { action: 'make', sku: 'N-1', name_sv: 'Ny', name_en: 'New', price: '', type: 'standard', from: '' }
  expect(await at.twice(newProductScreen, product)).toEqual([303, expect.stringContaining('N-1')])
  expect(await at.entries('roles.make')).toBe(1)
  expect(await at.entries('products.make')).toBe(1)
})

test('a form with a key makes one thing, and answers its second sending as the first', async () => {
  await using at = await shopWithOwner()
  const key = 'k'.repeat(32)
  const add = { action: 'add', form_key: key, version: '', name: 'ERP', url: 'https://erp.example/', 'event:x': '1' }
  const form = { ...add, 'event:order.placed': '1' }
  const sent = async (changes = {}) => {
    const { content, fault } = await outcome(at.shop, at.owner, webhooksScreen, { form: { ...form, ...changes } })
    return fault ?? content?.added?.secret ?? ''
  }
  const [first, second] = await Promise.all([sent(), sent()])
  expect(first).toMatch(/^whsec_/)
  expect([second, await sent()]).toEqual([first, first])
  expect(await at.shop.db.selectFrom('webhook_endpoints').select('id').execute()).toHaveLength(1)
  expect(JSON.stringify(await at.shop.db.selectFrom('sent_forms').selectAll().execute())).not.toContain(first)
  expect(await sent({ name: 'ERP 2' })).not.toBe(first)
  expect(await at.shop.db.selectFrom('webhook_endpoints').select('id').execute()).toHaveLength(2)
  const role = { action: 'save', form_key: key, version: '0', name: 'people', 'permission:staff.view': '1' }
  expect(await at.twice(roleScreen, role, { name: 'new' })).toEqual([303, 303])
})

test('a file that is asked for twice at once is sent twice', async () => {
  await using at = await shopWithOwner()
  const form = { action: 'export', form_key: 'f'.repeat(32), format: 'csv' }
  const answers = await Promise.all([1, 2, 3].map(() => visit(at.shop, at.owner, contentScreen, { form })))
  expect(answers.map((answer) => answer instanceof Response && answer.headers.get('Content-Disposition'))).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/^attachment; filename=".*\.csv"$/)),
  )
})

test('a refused form can be sent again with its key', async () => {
  await using at = await shopWithOwner()
  const wrong = { action: 'invite', form_key: 'r'.repeat(32), email: 'nobody', role: 'seller', language: 'sv' }
  const sent = (form: Form) => outcome(at.shop, at.owner, staffScreen, { form })
  expect((await sent(wrong)).fault).toEqual(expect.any(String))
  expect((await sent(wrong)).fault).toEqual(expect.any(String))
  expect(await at.shop.db.selectFrom('sent_forms').select('id').execute()).toEqual([])
  const right = { ...wrong, email: 'anna@shop.example' }
  const links = (await Promise.all([sent(right), sent(right)])).map(({ content }) => content?.newLink?.link)
  expect(links[0]).toEqual(expect.any(String))
  expect(links[1]).toBe(links[0])
})

test('what was typed into a form that cannot be shown again is in its answer', async () => {
  await using at = await shopWithOwner()
  const path = { params: { id: 'gone' } }
  const form = { action: 'change', version: '1', name: 'ERP <two>', url: 'https://erp.example/' }
  const textOf = async (who: Browser, asked: { form: Form; params?: Record<string, string> }) => {
    const answer = await visit(at.shop, who, webhookScreen, asked)
    return answer instanceof Response ? `${answer.status} ${await answer.text()}` : ''
  }
  expect(await textOf(at.owner, { ...path, form })).toMatch(/^404 .*no longer exists.*<pre>ERP &lt;two><\/pre>/s)
  expect(await textOf(newBrowser(), { ...path, form })).toMatch(/^403 .*no longer signed in.*<pre>ERP &lt;two></s)
  const packer = await signedIn(at.shop, 'warehouse')
  expect(await textOf(packer, { ...path, form })).toMatch(/^403 .*does not include.*<pre>ERP &lt;two></s)
  expect(await textOf(newBrowser(), { ...path, form: { action: 'pause' } })).toBe('303 ')
})

test('a form that came after its sender was signed out is sent again from its answer, without passwords', async () => {
  await using at = await shopWithOwner()
  const name = 'ERP "two" <3> &amp; more\r\nlines'
  const form = {
    action: 'add',
    name,
    url: 'https://erp.example/?a=1&b=2',
    'factor:password': 'secret',
    password: 's',
    secret: 't',
  }
  const answer = await visit(at.shop, newBrowser(), webhooksScreen, { form, query: { q: '"><b>' } })
  const page = answer instanceof Response ? await answer.text() : ''
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const again = Object.fromEntries(hidden.map(([, field = '', value = '']) => [plain(field), plain(value)]))
  const { password: _, 'factor:password': __, secret: ___, ...kept } = form
  expect(again).toEqual(kept)
  expect(page).toContain('<form method="post" action="/console/x?q=%22%3E%3Cb%3E">')
  expect(page).toMatch(/<a href="\/console\/sign-in\?next=[^"]*" target="_blank" rel="noopener">/)
})

test('a password is changed with the one before it', async () => {
  await using at = await shopWithOwner()
  const form = { action: 'password', password: 'en helt annan fras 91' }
  const sent = (current: string) =>
    outcome(at.shop, at.owner, accountScreen, { form: { ...form, current_password: current } })
  expect((await sent('not this one')).fault).toEqual(expect.any(String))
  expect((await sent(staffPassword)).fault).toBeNull()
  expect((await sent(staffPassword)).fault).toEqual(expect.any(String))
})

test('no password of a form that came after its sender was signed out is on its answer', async () => {
  await using at = await shopWithOwner()
  const passwords = { current_password: 'now-this-one', password: 'then-that-one' }
  const form = { action: 'password', email: 'kim@example.se', ...passwords }
  const answer = await visit(at.shop, newBrowser(), accountScreen, { form })
  const page = answer instanceof Response ? await answer.text() : ''
  expect(page).toContain('kim@example.se')
  for (const password of Object.values(passwords)) expect(page).not.toContain(password)
})

test('what two forms sent at once change or remove is in the log once', async () => {
  await using at = await shopWithOwner()
  const role = { action: 'save', version: '0', name: 'people', 'permission:staff.view': '1' }
  await outcome(at.shop, at.owner, roleScreen, { params: { name: 'new' }, form: role })
  expect(await at.twice(roleScreen, { action: 'remove' }, { name: 'people' })).toEqual([303, 404])
  expect(await at.twice(todayScreen, { action: 'level', sku: 'FAN', level: '7' })).toEqual([303, 303])
  expect(await at.entries('roles.remove')).toBe(1)
  expect(await at.entries('stock.level')).toBe(1)
  const about = { kind: 'page', id: 'about' }
  const was = await fieldsOf(at.shop, at.owner, about)
  const rename = (title: string) => send(at.shop, at.owner, about, 'save', { was, set: { 'sv.title': title } })
  const saved = await Promise.all([rename('Vilka vi är'), rename('Vi')])
  expect(saved.map(({ status }) => status).sort()).toEqual([303, 422])
  expect(await at.entries('content.save')).toBe(1)
})

test('a picture of the brand that is stored several times at once is one file', async () => {
  await using shop = await fixtureShop()
  const file = path.join(shop.env.SHOP_DATA, 'logo.png')
  await sharp({ create: { width: 80, height: 40, channels: 3, background: '#111' } }).toFile(file)
  const stored = await Promise.all(
    Array.from({ length: 8 }, () => storeBrandPicture('brand.logo', file, shop.env.SHOP_DATA)),
  )
  expect(new Set(stored).size).toBe(1)
  expect(
    readdirSync(path.join(shop.env.SHOP_DATA, 'pictures')).filter((name) => name.includes('brand-logo')),
  ).toHaveLength(1)
})
