import { describe, expect, test } from 'vitest'
import { profilePage } from '../../../src/server/ordering/account/profile-page.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { openCheckout } from '../ordering/checkout/visit-checkout.ts'
import { addOrganization, bearerOf, visit, where } from './page-visit.ts'
import { addCustomer, mailedToken, password } from './shopper.ts'

const path = '/sv/my-account/profile/edit'
const post = (shop: Shop, bearer: string, form: Record<string, string>, cookies?: Map<string, string>) =>
  visit(shop, path, profilePage, { bearer, form, ...(cookies ? { cookies } : {}) })
const saved = (section: string) => `303 ${path}?saved=${section}#${section}`
const address = {
  section: 'address',
  owner: 'own',
  name: 'Anna Ek',
  line1: 'Storgatan 1',
  line2: '',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'se',
}

async function annas(shop: Shop): Promise<string> {
  await addCustomer(shop, { id: 'anna' })
  return bearerOf(shop, 'anna')
}

describe('spec 2: profile/edit', () => {
  test('saves name, number and consent to mail, and reports errors at the field', async () => {
    await using shop = await fixtureShop()
    const bearer = await annas(shop)
    expect(
      where(
        await post(shop, bearer, {
          section: 'details',
          name: ' Anna Ek ',
          phone: '070-123 45 67',
          mail_consent: 'yes',
        }),
      ),
    ).toBe(saved('details'))
    expect(await visit(shop, `${path}?saved=details`, profilePage, { bearer })).toMatchObject({
      page: { name: 'Anna Ek', phone: '070-123 45 67', mailConsent: true, saved: 'details' },
    })
    await post(shop, bearer, { section: 'details', name: 'Anna Ek', phone: '' })
    expect(await visit(shop, path, profilePage, { bearer })).toMatchObject({ page: { mailConsent: false, phone: '' } })
    expect(await post(shop, bearer, { section: 'details', name: '', phone: '' })).toMatchObject({
      status: 422,
      page: { sent: { section: 'details', faults: { name: 'required' } } },
    })
    expect(await post(shop, bearer, { section: 'details', name: 'A', phone: 'ring mig' })).toMatchObject({
      page: { name: 'Anna Ek', sent: { faults: { phone: 'phone_invalid' }, typed: { name: 'A', phone: 'ring mig' } } },
    })
    for (const section of ['', 'toString', '__proto__'])
      expect(await post(shop, bearer, { section })).toMatchObject({ status: 422 })
  })

  test('validates addresses like the checkout, which starts with the first', async () => {
    await using shop = await fixtureShop()
    const bearer = await annas(shop)
    expect(await post(shop, bearer, { ...address, postal_code: '1', city: '' })).toMatchObject({
      status: 422,
      page: {
        sent: {
          id: 'own',
          faults: { postal_code: 'postal_code_invalid', city: 'required' },
          typed: { line1: 'Storgatan 1' },
        },
      },
    })
    expect(where(await post(shop, bearer, address))).toBe(saved('address'))
    const [first] = await shop.db.selectFrom('addresses').selectAll().execute()
    expect(first).toMatchObject({ customer_id: 'anna', organization_id: null, postal_code: '111 22', country: 'SE' })
    await post(shop, bearer, { ...address, id: first?.id ?? '', line1: 'Nygatan 2' })
    const checkoutId = await storeCart(shop, swedish(), {
      checkoutId: null,
      items: [{ sku: 'FAN', quantity: 1 }],
      coupons: [],
      customerId: 'anna',
    })
    expect(await openCheckout(shop, 'sv', checkoutId, { customerId: 'anna' })).toMatchObject({
      page: { form: { line1: 'Nygatan 2', email: 'anna@example.se', customer_kind: 'private' } },
    })
    await post(shop, bearer, { section: 'address', owner: 'own', action: 'remove', id: first?.id ?? '' })
    expect(await shop.db.selectFrom('addresses').selectAll().execute()).toEqual([])
  })

  test('a customer keeps twenty addresses at most, also of forms that are sent at once', async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'karin' })
    const bearer = await bearerOf(shop, 'karin')
    await Promise.all(Array.from({ length: 25 }, () => post(shop, bearer, address)))
    expect(await shop.db.selectFrom('addresses').select('id').execute()).toHaveLength(20)
  })

  test("an address is changed only by its owner, an organization's by its administrators", async () => {
    await using shop = await fixtureShop()
    const bearer = await annas(shop)
    for (const id of ['thief', 'admin', 'buyer']) await addCustomer(shop, { id })
    await addOrganization(shop, { id: 'firm', members: { admin: 'admin', buyer: 'buyer' } })
    await post(shop, bearer, address)
    await post(shop, await bearerOf(shop, 'admin'), { ...address, owner: 'organization' })
    const rows = async () =>
      (
        await shop.db.selectFrom('addresses').select(['id', 'customer_id', 'organization_id', 'line1']).execute()
      ).toSorted((a, b) => (a.customer_id ?? 'z').localeCompare(b.customer_id ?? 'z'))
    const before = await rows()
    expect(before.map(({ customer_id, organization_id }) => [customer_id, organization_id])).toEqual([
      ['anna', null],
      [null, 'firm'],
    ])
    for (const who of ['thief', 'buyer']) {
      const stranger = await bearerOf(shop, who)
      for (const { id } of before) {
        await post(shop, stranger, { ...address, id, line1: 'Stulen' })
        await post(shop, stranger, { ...address, owner: 'organization', id, line1: 'Stulen' })
        await post(shop, stranger, { section: 'address', owner: 'organization', action: 'remove', id })
        await post(shop, stranger, { section: 'address', owner: 'own', action: 'remove', id })
      }
    }
    expect(await rows()).toEqual(before)
  })

  test('a new e-mail address and a new password require the password; a mailed link confirms', async () => {
    await using shop = await fixtureShop()
    const bearer = await annas(shop)
    expect(
      await post(shop, bearer, { section: 'email', email: 'ny@example.se', current_password: 'gissning' }),
    ).toMatchObject({
      status: 422,
      page: {
        sent: { section: 'email', faults: { current_password: 'wrong_password' }, typed: { email: 'ny@example.se' } },
      },
    })
    expect(await post(shop, bearer, { section: 'email', email: 'ny' })).toMatchObject({
      page: { sent: { faults: { email: 'email_invalid' } } },
    })
    expect(
      where(await post(shop, bearer, { section: 'email', email: 'ny@example.se', current_password: password })),
    ).toBe(saved('email'))
    expect(await mailedToken(shop, 'ny@example.se')).toMatch(/^[\w-]{32}$/)
    expect(
      await post(shop, bearer, { section: 'password', password: 'kort', current_password: password }),
    ).toMatchObject({ page: { sent: { faults: { password: 'password_too_short' } } } })
    expect(
      await post(shop, bearer, { section: 'password', password: 'en helt ny mening', current_password: 'fel' }),
    ).toMatchObject({ page: { sent: { faults: { current_password: 'wrong_password' } } } })
    expect(
      where(
        await post(shop, bearer, { section: 'password', password: 'en helt ny mening', current_password: password }),
      ),
    ).toBe(saved('password'))
    expect(
      JSON.stringify(
        await post(shop, bearer, { section: 'password', password: 'x', current_password: 'mycket hemligt' }),
      ),
    ).not.toContain('mycket hemligt')
  })

  test('lists sessions, ends one, and signs out here or everywhere', async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'anna' })
    await addCustomer(shop, { id: 'other' })
    const [here, there, others] = [
      await bearerOf(shop, 'anna'),
      await bearerOf(shop, 'anna'),
      await bearerOf(shop, 'other'),
    ]
    const page = await visit(shop, path, profilePage, { bearer: here })
    const sessions = page instanceof Response || page.page.kind === 'erased' ? [] : page.page.sessions
    expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
    const away = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    await post(shop, others, { section: 'sessions', id: away })
    expect(where(await visit(shop, path, profilePage, { bearer: there }))).toBe('200')
    expect(where(await post(shop, here, { section: 'sessions', id: away }))).toBe(saved('sessions'))
    expect(where(await visit(shop, path, profilePage, { bearer: there }))).toMatch(/^303 .*logga-in/)
    expect(where(await post(shop, here, { section: 'sessions', action: 'everywhere' }))).toBe('303 /sv/logga-in')
    expect(where(await visit(shop, path, profilePage, { bearer: here }))).toMatch(/logga-in/)
    expect(where(await visit(shop, path, profilePage, { bearer: others }))).toBe('200')
  })
})
