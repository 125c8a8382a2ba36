import { expect, test } from 'vitest'
import { profilePage } from '../../../../src/server/ordering/account/profile-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { visit } from '../../identity/page-visit.ts'
import { password } from '../../identity/shopper.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { list, listWith, people } from './list-keeper.ts'

const profile = (shop: Shop, bearer: string, form: Record<string, string>) =>
  visit(shop, '/sv/my-account/profile/edit', profilePage, { bearer, form: { ...form, current_password: password } })

async function saveDevice({ db }: Shop, customerId: string): Promise<void> {
  const row = { customer_id: customerId, device_id: 'xps-13', name: `Of ${customerId}`, saved_at: '2026-01-01' }
  await db.insertInto('saved_devices').values(row).execute()
}

test("a customer's export has the customer's own lists and devices, and no others", async () => {
  await using shop = await fixtureShop()
  const as = await people(shop)
  const id = await listWith(shop, as.anna, 'FAN 2\nBAT')
  await list(shop, as.anna, id, { form: { action: 'save', 'note:fan': 'Till salen' } })
  const shared = await listWith(shop, as.buyer, 'RAM', 'Hemlig')
  await list(shop, as.buyer, shared, { form: { action: 'share' } })
  for (const customer of ['anna', 'buyer']) await saveDevice(shop, customer)
  const answer = await profile(shop, as.anna, { section: 'export' })
  const data = answer instanceof Response ? ((await answer.json()) as { lists: unknown; devices: unknown }) : null
  expect(data?.lists).toMatchObject([
    {
      name: 'Verkstad',
      is_shared: false,
      lines: [
        { sku: 'FAN', name: 'fan del', quantity: 2, note: 'Till salen' },
        { sku: 'BAT', name: 'bat del', quantity: 1, note: '' },
      ],
    },
  ])
  expect(data?.devices).toMatchObject([{ name: 'Of anna' }])
})

test("erasing an account deletes its lists, also shared ones, and its devices, and nobody else's", async () => {
  await using shop = await fixtureShop()
  const as = await people(shop)
  const id = await listWith(shop, as.anna, 'FAN 2\nBAT')
  await list(shop, as.anna, id, { form: { action: 'share' } })
  await listWith(shop, as.buyer, 'RAM', 'Kvar')
  for (const customer of ['anna', 'buyer']) await saveDevice(shop, customer)
  await profile(shop, as.anna, { section: 'erase', sure: 'yes' })
  expect(await shop.db.selectFrom('part_lists').select('name').execute()).toEqual([{ name: 'Kvar' }])
  expect(await shop.db.selectFrom('part_list_lines').select('sku').execute()).toEqual([{ sku: 'RAM' }])
  expect(await shop.db.selectFrom('saved_devices').select('name').execute()).toEqual([{ name: 'Of buyer' }])
})
