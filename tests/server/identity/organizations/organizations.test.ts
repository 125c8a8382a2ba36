import { describe, expect, test } from 'vitest'
import { organizationPage } from '../../../../src/server/identity/organization-page.ts'
import { changeMember } from '../../../../src/server/identity/organizations/organizations.ts'
import { storeCart } from '../../../../src/server/ordering/cart/store-cart.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { organizationCommands } from '../../../../src/tools/commands/organization/commands.ts'
import { aForm, buy, fixtureShop, somebody, swedish } from '../../ordering/checkout/buyer.ts'
import { openCheckout, sendCheckout } from '../../ordering/checkout/visit-checkout.ts'
import { addOrganization, bearerOf, visit, where } from '../page-visit.ts'
import { addCustomer, mailsOf } from '../shopper.ts'

const path = '/sv/my-account/organization'
const forFirm = (changes = {}) =>
  aForm({ customer_kind: 'organization', organization_name: 'Firm', organization_number: '559999-4612', ...changes })

async function firm(shop: Shop, creditLimit?: number): Promise<Record<'admin' | 'buyer' | 'new', string>> {
  for (const id of ['admin', 'buyer', 'new']) await addCustomer(shop, { id })
  await addOrganization(shop, {
    id: 'firm',
    members: { admin: 'admin', buyer: 'buyer' },
    ...(creditLimit === undefined ? {} : { creditLimit }),
  })
  return {
    admin: await bearerOf(shop, 'admin'),
    buyer: await bearerOf(shop, 'buyer'),
    new: await bearerOf(shop, 'new'),
  }
}

const post = (shop: Shop, bearer: string, form: Record<string, string>) =>
  visit(shop, path, organizationPage, { bearer, form })
const rolesIn = async ({ db }: Shop) =>
  Object.fromEntries(
    (await db.selectFrom('organization_members').select(['customer_id', 'role']).orderBy('customer_id').execute()).map(
      (row) => [row.customer_id, row.role],
    ),
  )
const invitationId = async ({ db }: Shop) =>
  (await db.selectFrom('organization_invitations').select('id').executeTakeFirst())?.id ?? ''

describe('members', () => {
  test('one address is invited three times an hour, whichever organization asks', async () => {
    await using shop = await fixtureShop()
    for (const id of ['admin', 'other']) await addCustomer(shop, { id })
    await addOrganization(shop, { id: 'firm', members: { admin: 'admin' } })
    await addOrganization(shop, { id: 'second', members: { other: 'admin' } })
    const [first, second] = [await bearerOf(shop, 'admin'), await bearerOf(shop, 'other')]
    const form = { action: 'invite', email: 'New@Example.se', role: 'buyer' }
    for (const bearer of [first, second, first]) expect(where(await post(shop, bearer, form))).toMatch(/^303/)
    for (const bearer of [first, second])
      expect(await post(shop, bearer, form)).toMatchObject({
        status: 422,
        page: { fault: 'asked_too_often', typed: 'New@Example.se' },
      })
    expect(await post(shop, first, { ...form, email: 'new+again@example.se' })).toMatchObject({ status: 422 })
    expect(
      await shop.db.selectFrom('outbox').select('id').where('kind', '=', 'mail.organization_invitation').execute(),
    ).toHaveLength(3)
  })

  test('an administrator invites by mail, and the owner of the address joins with the role', async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    expect(where(await post(shop, as.admin, { action: 'invite', email: ' New@Example.se ', role: 'admin' }))).toBe(
      `303 ${path}?done=1`,
    )
    const mail = (await mailsOf(shop)).find((text) => text.includes('To: new@example.se'))
    expect(mail).toContain('Firm firm')
    expect(mail).toContain(path)
    const id = await invitationId(shop)
    expect(await visit(shop, path, organizationPage, { bearer: as.new })).toMatchObject({
      page: { organization: null, invited: [{ id, organization: 'Firm firm', role: 'admin' }] },
    })
    await addCustomer(shop, { id: 'thief' })
    expect(await post(shop, await bearerOf(shop, 'thief'), { action: 'accept', invitation: id })).toMatchObject({
      status: 422,
      page: { fault: 'invitation_over' },
    })
    expect(where(await post(shop, as.new, { action: 'accept', invitation: id }))).toBe(`303 ${path}?done=1`)
    expect(await rolesIn(shop)).toEqual({ admin: 'admin', buyer: 'buyer', new: 'admin' })
    expect(await post(shop, as.new, { action: 'accept', invitation: id })).toMatchObject({
      page: { fault: 'invitation_over' },
    })
  })

  test('an invitation to a member or an invalid address is rejected; it can be cancelled and expires', async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    for (const [email, fault] of [
      ['nobody', 'email_invalid'],
      ['buyer@example.se', 'already_member'],
    ]) {
      expect(await post(shop, as.admin, { action: 'invite', email: email ?? '' })).toMatchObject({
        status: 422,
        page: { fault, typed: email },
      })
    }
    await addOrganization(shop, { id: 'second', members: { new: 'buyer' } })
    await post(shop, as.admin, { action: 'invite', email: 'new@example.se' })
    expect(await post(shop, as.new, { action: 'accept', invitation: await invitationId(shop) })).toMatchObject({
      page: { fault: 'has_organization' },
    })
    await post(shop, as.admin, { action: 'call_off', invitation: await invitationId(shop) })
    expect(await invitationId(shop)).toBe('')
    await post(shop, as.admin, { action: 'invite', email: 'late@example.se' })
    await addCustomer(shop, { id: 'late' })
    await shop.db.updateTable('organization_invitations').set({ expires_at: shop.now().toISOString() }).execute()
    expect(
      await post(shop, await bearerOf(shop, 'late'), { action: 'accept', invitation: await invitationId(shop) }),
    ).toMatchObject({ page: { fault: 'invitation_over', invited: [] } })
  })

  test('at least one administrator stays, also when two leave at the same time', async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    expect(await post(shop, as.admin, { action: 'leave' })).toMatchObject({
      status: 422,
      page: { fault: 'last_admin' },
    })
    expect(await post(shop, as.admin, { action: 'role', member: 'admin', role: 'buyer' })).toMatchObject({
      page: { fault: 'last_admin' },
    })
    await post(shop, as.admin, { action: 'role', member: 'buyer', role: 'admin' })
    const faults = await Promise.all(['admin', 'buyer'].map((id) => changeMember(shop, 'firm', id, null)))
    expect(faults.filter((fault) => fault === 'last_admin')).toHaveLength(1)
    expect(Object.values(await rolesIn(shop))).toEqual(['admin'])
  })

  test("a buyer sees the members and may only leave; other organizations' members are out of reach", async () => {
    await using shop = await fixtureShop()
    const as = await firm(shop)
    await addOrganization(shop, { id: 'rivals', members: { new: 'admin' } })
    const forms: Record<string, string>[] = [
      { action: 'invite', email: 'x@example.se' },
      { action: 'role', member: 'admin', role: 'buyer' },
      { action: 'remove', member: 'admin' },
      { action: 'details', name: 'Mine' },
      { action: 'call_off', invitation: 'x' },
      { action: 'toString' },
    ]
    for (const form of forms) await expect(post(shop, as.buyer, form)).rejects.toMatchObject({ status: 403 })
    await post(shop, as.new, { action: 'remove', member: 'buyer' })
    await post(shop, as.new, { action: 'role', member: 'buyer', role: 'admin' })
    expect(await rolesIn(shop)).toEqual({ admin: 'admin', buyer: 'buyer', new: 'admin' })
    const seen = await visit(shop, path, organizationPage, { bearer: as.buyer })
    expect(seen).toMatchObject({
      page: {
        organization: { isAdmin: false, invitations: [], members: [{ id: 'admin' }, { id: 'buyer', isYou: true }] },
      },
    })
    await post(shop, as.buyer, { action: 'leave' })
    expect(await rolesIn(shop)).toEqual({ admin: 'admin', new: 'admin' })
  })
})

const cartOf = (shop: Shop, customerId: string | null, quantity = 1) =>
  storeCart(shop, swedish(), { checkoutId: null, items: [{ sku: 'FAN', quantity }], coupons: [], customerId })
const methodsOf = async (shop: Shop, checkoutId: string, customerId: string | null) => {
  const answer = await openCheckout(shop, 'sv', checkoutId, { customerId })
  return answer.kind === 'page' ? answer.page : undefined
}

describe('at checkout', () => {
  test("an organization's buyer finds details, cost centre and invoice filled in; others do not", async () => {
    await using shop = await fixtureShop()
    await firm(shop)
    await shop.db
      .insertInto('addresses')
      .values({
        id: '1',
        customer_id: null,
        organization_id: 'firm',
        name: 'Firm',
        line1: 'Exportgatan 38',
        line2: '',
        postal_code: '422 46',
        city: 'Hisings Backa',
        country: 'SE',
      })
      .execute()
    const checkoutId = await cartOf(shop, 'buyer')
    expect((await methodsOf(shop, checkoutId, 'buyer'))?.form).toMatchObject({
      customer_kind: 'organization',
      organization_name: 'Firm firm',
      organization_number: 'firm',
      cost_centre: 'Workshop',
      payment_method: 'invoice',
      line1: 'Exportgatan 38',
      email: 'buyer@example.se',
    })
    const strangers = await methodsOf(shop, checkoutId, null)
    expect(JSON.stringify(strangers?.form)).not.toMatch(/buyer@|Exportgatan|Firm/)
  })

  test("order reference and cost centre stay on the order, whose organization is the buyer's", async () => {
    await using shop = await fixtureShop()
    await firm(shop)
    const result = await buy(
      shop,
      await cartOf(shop, 'buyer'),
      forFirm({ order_reference: 'PO 7', cost_centre: 'Lab' }),
    )
    expect(result.kind).toBe('placed')
    expect(
      await shop.db
        .selectFrom('orders')
        .select(['organization_id', 'order_reference', 'cost_centre'])
        .executeTakeFirst(),
    ).toEqual({ organization_id: 'firm', order_reference: 'PO 7', cost_centre: 'Lab' })
  })

  test('the invoice is not offered beyond the credit limit, and choosing it is a 409', async () => {
    await using shop = await fixtureShop()
    await firm(shop, 20_000)
    const [first, second] = [await cartOf(shop, 'buyer'), await cartOf(shop, 'admin')]
    const page = await methodsOf(shop, first, 'buyer')
    const total = page?.totals.total.inc ?? 0
    expect([page?.paymentMethods.includes('invoice'), total <= 20_000, 2 * total > 20_000]).toEqual([true, true, true])
    expect((await buy(shop, first, forFirm())).kind).toBe('placed')
    expect((await methodsOf(shop, second, 'admin'))?.paymentMethods).not.toContain('invoice')
    const seen = (await methodsOf(shop, second, 'admin'))?.seen ?? ''
    const fields: Record<string, string> = { ...forFirm(), action: 'place', seen }
    const refused = await sendCheckout(shop, 'sv', second, fields, somebody('admin'))
    expect(refused).toMatchObject({
      kind: 'page',
      status: 409,
      page: { errors: { payment_method: 'credit_exceeded' } },
    })
    const number = (await shop.db.selectFrom('orders').select('number').executeTakeFirstOrThrow()).number
    await organizationCommands['paid']?.({ db: shop.db, now: shop.now, isJson: true }, [number])
    expect((await methodsOf(shop, second, 'admin'))?.paymentMethods).toContain('invoice')
  })

  test('ten concurrent orders never exceed the limit together', async () => {
    await using shop = await fixtureShop()
    await firm(shop)
    const page = await methodsOf(shop, await cartOf(shop, 'buyer'), 'buyer')
    const total = page?.totals.total.inc ?? 0
    await shop.db
      .updateTable('organizations')
      .set({ credit_limit: 3 * total + 1 })
      .execute()
    const carts = await Promise.all(Array.from({ length: 10 }, () => cartOf(shop, 'buyer')))
    const kinds = (await Promise.all(carts.map((id) => buy(shop, id, forFirm())))).map(({ kind }) => kind)
    expect([
      kinds.filter((kind) => kind === 'placed').length,
      kinds.filter((kind) => kind === 'over_credit').length,
    ]).toEqual([3, 7])
  })

  test("another shopper with a buyer's checkout link orders without organization, credit or discounts", async () => {
    await using shop = await fixtureShop()
    await firm(shop, 0)
    const checkoutId = await cartOf(shop, 'buyer')
    const seen = (await methodsOf(shop, checkoutId, null))?.seen ?? ''
    const fields: Record<string, string> = { ...forFirm(), action: 'place', seen }
    expect((await sendCheckout(shop, 'sv', checkoutId, fields, somebody(null))).kind).toBe('go')
    expect(await shop.db.selectFrom('orders').select(['organization_id', 'customer_id']).executeTakeFirst()).toEqual({
      organization_id: null,
      customer_id: null,
    })
  })
})

test('shop organization lists, limits, discounts and reports errors', async () => {
  await using shop = await fixtureShop()
  await firm(shop)
  const services = { db: shop.db, now: shop.now, isJson: true }
  const run = async (name: string, ...words: string[]) =>
    JSON.parse((await organizationCommands[name]?.(services, words))?.join('') ?? '') as unknown
  expect(await run('credit', 'firm', '2500.50')).toEqual({ number: 'firm', credit_limit: 2500.5 })
  expect(await run('discounts', 'firm', 'power=12')).toEqual({ number: 'firm', discounts: { power: 12 } })
  expect(await run('list')).toEqual([
    {
      id: 'firm',
      number: 'firm',
      name: 'Firm firm',
      members: ['admin@example.se (admin)', 'buyer@example.se (buyer)'],
      credit_limit: 2500.5,
      unpaid: 0,
    },
  ])
  for (const words of [
    ['credit', 'nobody', '1'],
    ['credit', 'firm', '-1'],
    ['discounts', 'firm', 'power'],
    ['paid'],
    ['paid', '1'],
  ])
    await expect(run(...(words as [string, ...string[]]))).rejects.toThrow()
})
