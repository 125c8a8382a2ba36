import { expect, test } from 'vitest'
import type { AuditLine } from '../../../src/contracts/console/staff.ts'
import { customerScreen } from '../../../src/server/console/customers/customer-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { organizationScreen } from '../../../src/server/console/organizations/organization-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { addOrganization } from '../identity/page-visit.ts'
import { addCustomer } from '../identity/shopper.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { type Browser, contentOf, discountRows, type Form, outcome, signedIn } from './at-console.ts'

type Page = { version: string; audit: readonly AuditLine[] }

async function shopWithBuyers() {
  const shop = await fixtureShop()
  for (const id of ['anna', 'bo', 'cia']) await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { anna: 'admin', bo: 'buyer' } })
  await addOrganization(shop, { id: 'others', members: { cia: 'admin' } })
  const owner = await signedIn(shop, 'owner')
  const at = <Own extends Page>(screen: ConsoleScreenFunction<Own>, id: string) => screenAt(shop, owner, screen, id)
  return {
    shop,
    customer: at(customerScreen, 'anna'),
    firm: at(organizationScreen, 'firm'),
    others: at(organizationScreen, 'others'),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

function screenAt<Own extends Page>(shop: Shop, owner: Browser, screen: ConsoleScreenFunction<Own>, id: string) {
  const page = () => contentOf(shop, owner, screen, { params: { id } })
  const send = (form: Form, by = owner) => outcome(shop, by, screen, { params: { id }, form })
  return {
    page,
    send: async (form: Form) => send({ version: (await page()).version, ...form }),
    newest: async () => (await page()).audit[0],
    undo: (line: AuditLine | undefined, by = owner) => send({ action: 'undo', entry: line?.id ?? '' }, by),
  }
}

type Change = { of: 'customer' | 'firm'; form: Form; shown: (page: never) => unknown }
const changeOf = <Own>(of: Change['of'], form: Form, shown: (page: Own) => unknown): Change => ({
  of,
  form,
  shown: shown as Change['shown'],
})
type Customer = Awaited<ReturnType<Awaited<ReturnType<typeof shopWithBuyers>>['customer']['page']>>
type Firm = Awaited<ReturnType<Awaited<ReturnType<typeof shopWithBuyers>>['firm']['page']>>

const discounts = { action: 'discounts', ...discountRows({ power: '12', fans: '5' }) }
const changes: readonly Change[] = [
  changeOf<Customer>('customer', discounts, (page) => page.discounts),
  changeOf<Customer>('customer', { action: 'access', scopes: 'quotes:write' }, (page) => [page.maySignIn, page.scopes]),
  changeOf<Firm>('firm', discounts, (page) => page.discounts),
  changeOf<Firm>('firm', { action: 'limit', limit: '5000' }, (page) => page.credit.limit),
  changeOf<Firm>('firm', { action: 'role', member: 'bo', role: 'admin' }, (page) => page.members),
  changeOf<Firm>('firm', { action: 'remove', member: 'bo' }, (page) => page.members),
]

test('terms of customers and organizations are taken back, and the undoing too', async () => {
  await using all = await shopWithBuyers()
  const seller = await signedIn(all.shop, 'seller')
  const accountant = await signedIn(all.shop, 'accountant')
  for (const { of, form, shown } of changes) {
    const what = `${of} ${String(form['action'])}`
    const at = all[of]
    const seen = async () => shown((await at.page()) as never)
    const before = await seen()
    expect([what, (await at.send(form)).fault]).toEqual([what, null])
    const changed = await seen()
    expect([what, changed]).not.toEqual([what, before])
    const line = await at.newest()
    expect([what, line?.undo]).toEqual([what, 'undo'])
    expect([what, (await at.undo(line, accountant)).status]).toEqual([what, 403])
    expect([what, (await all.others.undo(line)).status]).toEqual([what, 422])
    expect([what, await seen()]).toEqual([what, changed])
    const both = await Promise.all([at.undo(line), at.undo(line, seller)])
    expect([what, both.map(({ status }) => status).toSorted()]).toEqual([what, [303, 422]])
    expect([what, await seen()]).toEqual([what, before])
    expect([what, (await at.undo(line)).fault]).toEqual([what, expect.stringContaining('afterwards')])
    expect([what, (await at.undo(await at.newest())).fault]).toEqual([what, null])
    expect([what, await seen()]).toEqual([what, changed])
    expect([what, (await at.undo(await at.newest())).fault]).toEqual([what, null])
  }
})

test('what was changed afterwards stays, and personal details and consent are not taken back', async () => {
  await using all = await shopWithBuyers()
  const { customer, firm, others } = all
  await firm.send({ action: 'limit', limit: '100' })
  const first = await firm.newest()
  await firm.send({ action: 'limit', limit: '200' })
  expect((await firm.page()).audit.map(({ undo }) => undo)).toEqual(['undo', undefined])
  expect((await firm.undo(first)).fault).toContain('afterwards')
  const details = { action: 'details', name: 'Anna', phone: '', language: 'en', consent: 'yes' }
  expect((await customer.send(details)).fault).toBeNull()
  expect((await customer.newest())?.undo).toBeUndefined()
  expect((await customer.undo(await customer.newest())).status).toBe(422)
  expect(await customer.page()).toMatchObject({ language: 'en', hasConsent: true })
  await customer.send({ ...details, language: 'sv' })
  expect((await customer.undo(await customer.newest())).fault).toBeNull()
  expect((await customer.page()).language).toBe('en')
  // Who belongs to another organization now does not come back by an undo.
  await firm.send({ action: 'remove', member: 'bo' })
  const removed = await firm.newest()
  await others.send({ action: 'add', email: 'bo@example.se', role: 'buyer' })
  expect((await firm.undo(removed)).fault).toContain('another organisation')
  expect((await others.page()).members.map(({ id }) => id)).toEqual(['bo', 'cia'])
  // Nor one whose account is gone; the last administrator stays.
  await others.undo(await others.newest())
  await all.shop.db.deleteFrom('customers').where('id', '=', 'bo').execute()
  expect((await firm.undo(removed)).status).toBe(422)
  expect((await firm.page()).members.map(({ id }) => id)).toEqual(['anna'])
})
