import { expect, test } from 'vitest'
import { organizationScreen } from '../../../src/server/console/organizations/organization-page.ts'
import { organizationsScreen } from '../../../src/server/console/organizations/organizations-page.ts'
import { newPriceListScreen } from '../../../src/server/console/price-lists/price-list-page.ts'
import { payInvoice } from '../../../src/server/ordering/invoices/pay-invoice.ts'
import { organizationCommands } from '../../../src/tools/commands/organization/commands.ts'
import { addOrganization } from '../identity/page-visit.ts'
import { addCustomer, mailsOf } from '../identity/shopper.ts'
import { aForm, bought, fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, discountRows, type Form, outcome, signedIn } from './at-console.ts'

async function shopWithOrganizations() {
  const shop = await fixtureShop()
  for (const id of ['anna', 'bo', 'cia', 'rival']) await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { anna: 'admin', bo: 'buyer' } })
  await addOrganization(shop, { id: 'others', members: { rival: 'admin' } })
  const browser = await signedIn(shop, 'owner')
  const params = { id: 'firm' }
  return {
    shop,
    browser,
    page: () => contentOf(shop, browser, organizationScreen, { params }),
    send: (form: Form, as = browser) => outcome(shop, as, organizationScreen, { params, form }),
    list: (form: Form) => outcome(shop, browser, organizationsScreen, { form }),
    audit: () =>
      shop.db
        .selectFrom('audit_log')
        .selectAll()
        .where('operation', 'like', 'organizations.%')
        .orderBy('seq')
        .execute(),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('members are added, invited, given roles and removed, but never the last administrator', async () => {
  await using at = await shopWithOrganizations()
  expect(await at.send({ action: 'remove', member: 'anna' })).toMatchObject({
    status: 422,
    fault: expect.stringContaining('last administrator'),
  })
  expect(await at.send({ action: 'role', member: 'anna', role: 'buyer' })).toMatchObject({ status: 422 })
  expect(await at.send({ action: 'add', email: 'Cia@Example.se', role: 'admin' })).toMatchObject({ status: 303 })
  const both = await Promise.all(['anna', 'cia'].map((member) => at.send({ action: 'remove', member })))
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  expect((await at.page()).members.filter(({ role }) => role === 'admin')).toHaveLength(1)
  for (const [email, fault] of [
    ['rival@example.se', 'another organisation'],
    ['bo@example.se', 'member already'],
    ['nobody@example.se', 'No account'],
    ['', 'No account'],
  ] as const)
    expect(await at.send({ action: 'add', email })).toMatchObject({
      status: 422,
      fault: expect.stringContaining(fault),
    })
  expect(await at.send({ action: 'remove', member: 'rival' })).toMatchObject({ status: 303 })
  expect(await at.send({ action: 'invite', email: 'new@example.se', role: 'buyer' })).toMatchObject({ status: 303 })
  expect((await mailsOf(at.shop)).some((mail) => mail.includes('new@example.se'))).toBe(true)
  const [invitation] = (await at.page()).invitations
  expect(await at.send({ action: 'call_off', invitation: invitation?.id ?? '' })).toMatchObject({ status: 303 })
  expect((await at.page()).invitations).toEqual([])
  const log = await at.audit()
  expect(log.map(({ operation }) => operation)).toEqual([
    'organizations.add',
    'organizations.remove',
    'organizations.invite',
    'organizations.call_off',
  ])
  expect(JSON.stringify(log)).not.toMatch(/example\.se|Name of|Firm/)
  const rivals = await contentOf(at.shop, at.browser, organizationScreen, { params: { id: 'others' } })
  expect(rivals.members.map(({ id }) => id)).toEqual(['rival'])
})

test('details, limit and discounts are changed; the second of two is refused, nonsense changes nothing', async () => {
  await using at = await shopWithOrganizations()
  const name = '<img src=x onerror=alert(1)> AB'
  const { version } = await at.page()
  const details = { action: 'details', version, name, vat_number: '', cost_centre: '', invoice_address: 'Box 1' }
  const both = await Promise.all([
    at.send({ ...details, peppol_id: '0007:5560160680' }),
    at.send({ ...details, name: 'Second', peppol_id: '' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  const now = (await at.page()).version
  const bad: Form[] = [
    { ...details, version: now, name: '' },
    { ...details, version: now, peppol_id: 'x' },
    { action: 'limit', version: now, limit: '-1' },
    { action: 'limit', version: now, limit: '99999999999' },
    { action: 'limit', version: now, limit: '' },
    { action: 'limit', version, limit: '500' },
    { action: 'discounts', version: now, ...discountRows({ power: '101' }) },
  ]
  for (const form of bad) expect([form, (await at.send(form)).status]).toEqual([form, 422])
  expect((await at.page()).version).toBe(now)
  await at.send({ action: 'limit', version: now, limit: '50 000,50' })
  await at.send({ action: 'discounts', version: (await at.page()).version, ...discountRows({ fans: '12' }) })
  expect(await at.page()).toMatchObject({
    invoiceAddress: 'Box 1',
    credit: { limit: 5_000_050, used: 0 },
    discounts: [{ category: 'fans', percent: 12 }],
  })
  const log = await at.audit()
  expect(log.map(({ operation }) => operation)).toEqual([
    'organizations.change',
    'organizations.limit',
    'organizations.discounts',
  ])
  expect(JSON.stringify(log)).not.toMatch(/onerror|Box 1|5560160680/)
  expect(log[1]?.after).toContain('5000050')
  await organizationCommands['credit']?.({ db: at.shop.db, now: at.shop.now, isJson: false }, ['firm', '10'])
  expect((await at.page()).credit.limit).toBe(1_000)
})

test('unpaid invoices use credit until they are noted as paid, once, and only those of the organization', async () => {
  await using at = await shopWithOrganizations()
  const { orderId } = await bought(at.shop, [['FAN', 2]], aForm())
  await at.shop.db
    .updateTable('orders')
    .set({ organization_id: 'firm', payment_method: 'invoice', status: 'confirmed' })
    .where('id', '=', orderId)
    .execute()
  const { number } = await at.shop.db.selectFrom('orders').select('number').executeTakeFirstOrThrow()
  const { invoices, credit, orders } = await at.page()
  expect(invoices).toMatchObject([{ number, unpaid: credit.used }])
  await payInvoice(at.shop, { orderId, actor: 'x', amount: 5_000 })
  const after = await at.page()
  expect([after.invoices[0]?.unpaid, after.credit.used]).toEqual([credit.used - 5_000, credit.used - 5_000])
  expect([credit.used > 0, orders.length]).toEqual([true, 1])
  const rival = { params: { id: 'others' }, form: { action: 'paid', number } }
  expect(await outcome(at.shop, at.browser, organizationScreen, rival)).toMatchObject({ status: 422 })
  const seller = await signedIn(at.shop, 'seller')
  expect(await at.send({ action: 'paid', number }, seller)).toMatchObject({ status: 403 })
  const both = await Promise.all([at.send({ action: 'paid', number }), at.send({ action: 'paid', number })])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  expect(await at.page()).toMatchObject({ invoices: [], credit: { used: 0 } })
  expect(await at.audit()).toMatchObject([{ operation: 'organizations.paid', subject: number }])
})

test('an organization is made, listed and found, and its number is taken once', async () => {
  await using at = await shopWithOrganizations()
  const form = { action: 'make', name: 'Nya Firman', number: '556016-0680', country: 'SE' }
  expect(await at.list({ ...form, country: 'XX' })).toMatchObject({ status: 422 })
  expect(await at.list({ ...form, name: '' })).toMatchObject({ status: 422 })
  const both = await Promise.all([at.list(form), at.list(form)])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  const location = both.map((each) => each.location).find(Boolean)
  expect(location).toMatch(/^\/console\/organizations\/[^/]+\?done=make$/)
  expect(await at.list(form)).toMatchObject({ status: 422 })
  const found = async (q: string) =>
    (await contentOf(at.shop, at.browser, organizationsScreen, { query: { q } })).rows.map(({ label }) => label)
  expect([await found('nya'), await found('556016-0680'), await found('zzz')]).toEqual([
    ['Nya Firman'],
    ['Nya Firman'],
    [],
  ])
  expect((await at.audit()).map(({ operation }) => operation)).toEqual(['organizations.make'])
})

test('the page of an organization has its price lists, and leads to a new one for it', async () => {
  await using at = await shopWithOrganizations()
  const { shop, browser } = at
  const { number, priceLists } = await at.page()
  expect(priceLists).toEqual([])
  const { fields, key } = await contentOf(shop, browser, newPriceListScreen, { query: { organization: number } })
  expect(fields.organizations).toBe(number)
  const form = { ...fields, key, action: 'make', name: 'Firm 2026', currency: 'SEK' }
  expect((await outcome(shop, browser, newPriceListScreen, { form })).status).toBe(303)
  expect((await at.page()).priceLists).toEqual([{ id: key, name: 'Firm 2026', isOver: false, from: null }])
  const later = { ...form, key: '00000000-0000-4000-8000-000000000009', name: 'Later', from: '2027-01-05' }
  expect((await outcome(shop, browser, newPriceListScreen, { form: later })).status).toBe(303)
  expect((await at.page()).priceLists).toContainEqual({
    id: later.key,
    name: 'Later',
    isOver: false,
    from: '2027-01-05',
  })
  const others = await contentOf(shop, browser, organizationScreen, { params: { id: 'others' } })
  expect(others.priceLists).toEqual([])
})
