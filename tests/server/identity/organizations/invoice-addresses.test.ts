import { expect, test } from 'vitest'
import { organizationPage } from '../../../../src/server/identity/organization-page.ts'
import { checkoutDefaults } from '../../../../src/server/ordering/checkout/checkout-defaults.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { addOrganization, bearerOf, visit, where } from '../page-visit.ts'
import { addCustomer } from '../shopper.ts'

test("an administrator saves the organization's invoice addresses, and they fill its members' checkouts", async () => {
  await using shop = await fixtureShop()
  for (const id of ['admin', 'buyer']) await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { admin: 'admin', buyer: 'buyer' } })
  const post = async (who: string, form: Record<string, string>) =>
    visit(shop, '/sv/my-account/organization', organizationPage, { bearer: await bearerOf(shop, who), form })
  const details = { action: 'details', name: 'Firm', invoice_address: 'Box 7, 405 30 Göteborg' }
  expect(await post('admin', { ...details, peppol_id: 'nonsense' })).toMatchObject({
    status: 422,
    page: { fault: 'peppol_id_invalid' },
  })
  expect(await checkoutDefaults(shop.db, 'buyer')).toMatchObject({ invoice_address: '', peppol_id: '' })
  expect(where(await post('admin', { ...details, peppol_id: '0007: 5599994612' }))).toMatch(/^303/)
  expect(await checkoutDefaults(shop.db, 'buyer')).toMatchObject({
    invoice_address: 'Box 7, 405 30 Göteborg',
    peppol_id: '0007:5599994612',
  })
  await expect(post('buyer', { ...details, peppol_id: '0007:1' })).rejects.toThrow('wrong_scope')
})
