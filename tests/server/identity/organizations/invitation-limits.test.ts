import { expect, test } from 'vitest'
import { customerById } from '../../../../src/server/identity/customer-queries.ts'
import { acceptInvitation, invite } from '../../../../src/server/identity/organizations/organizations.ts'
import { fixtureShop, movableClock } from '../../ordering/checkout/buyer.ts'
import { addOrganization } from '../page-visit.ts'
import { addCustomer } from '../shopper.ts'

test('an address is invited six times a day, and an organization sends fifty, also when it cancels them', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'admin' })
  await addOrganization(shop, { id: 'firm', members: { admin: 'admin' } })
  const invited = (email: string) => invite(shop, { id: 'firm' }, { email, role: 'buyer' })
  for (const hour of [1, 2]) {
    for (const name of ['stranger', 'stranger+1', 'stranger+2'])
      expect([hour, await invited(`${name}@example.se`)]).toEqual([hour, null])
    clock.advance(3_601)
  }
  expect(await invited('stranger@example.se')).toBe('asked_too_often')
  for (let at = 0; at < 43; at += 1) expect(await invited(`stranger${at}@example.se`)).toBeNull()
  await shop.db.deleteFrom('organization_invitations').execute()
  expect(await invited('one-more@example.se')).toBe('invited_too_many')
  clock.advance(86_400)
  expect(await invited('one-more@example.se')).toBeNull()
})

test('of two invitations that are accepted at once, one makes a member', async () => {
  await using shop = await fixtureShop()
  for (const id of ['one', 'two', 'new']) await addCustomer(shop, { id })
  for (const id of ['one', 'two']) {
    await addOrganization(shop, { id, members: { [id]: 'admin' } })
    expect(await invite(shop, { id }, { email: 'new@example.se', role: 'buyer' })).toBeNull()
  }
  const invitations = await shop.db.selectFrom('organization_invitations').select('id').execute()
  const customer = await customerById(shop.db, 'new')
  if (!customer) throw new Error('no customer')
  const many = Array.from({ length: 20 }, () => invitations).flat()
  const answers = await Promise.all(many.map(({ id }) => acceptInvitation(shop, customer, id)))
  expect(answers.filter((fault) => fault === null)).toHaveLength(1)
  const members = await shop.db
    .selectFrom('organization_members')
    .select('role')
    .where('customer_id', '=', 'new')
    .execute()
  expect(members).toEqual([{ role: 'buyer' }])
})
