import { expect, test } from 'vitest'
import type { DocumentContent } from '../../../../src/server/ordering/documents/document-content.ts'
import { shownAmounts } from '../../../../src/server/ordering/documents/shown-amounts.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import { addCustomer, mailsOf } from '../../identity/shopper.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { confirmed, delivered } from './parcels.ts'

async function contentOf({ db }: Shop, number: string): Promise<DocumentContent> {
  const row = await db.selectFrom('documents').select('content').where('number', '=', number).executeTakeFirstOrThrow()
  return JSON.parse(row.content) as DocumentContent
}

test("an organization's invoice goes to its invoice address and names its e-invoice address", async () => {
  await using shop = await fixtureShop()
  const firm = {
    payment_method: 'invoice',
    customer_kind: 'organization',
    organization_name: 'Firm AB',
    organization_number: '559999-4612',
    invoice_address: 'Fakturacentralen, Box 7, 405 30 Göteborg',
    peppol_id: '0007: 5599994612',
  } as const
  const orderId = await delivered(shop, [['FAN', 1]], { form: firm })
  const order = await orderById(shop.db, orderId)
  expect(order).toMatchObject({ peppol_id: '0007:5599994612', invoice_address: firm.invoice_address })
  const words = wordsOf((await orderDocument(shop, orderId, 'invoice', 'sv'))?.pdf ?? Buffer.alloc(0))
  for (const text of [
    'Fakturacentralen',
    'Box 7',
    '405 30 Göteborg',
    '0007:5599994612',
    'Storgatan 1, 111 22 Stockholm',
  ])
    expect(words).toContain(text)
  // Amounts are without VAT, which is added: 99 kr and 49 kr of delivery.
  expect(words.replaceAll(/\s+/g, ' ')).toContain(
    '79,20 kr Frakt 39,20 kr Summa exkl. moms 118,40 kr Moms 25 % på 118,40 kr 29,60 kr Att betala 148,00 kr',
  )
  expect(words).toContain('Pris exkl. moms')
  const receipt = (await mailsOf(shop)).join('\n')
  expect(receipt).toContain('0007:5599994612')
})

test("a reduced line of an organization's invoice adds up without VAT, and so does its credit note", async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(
    shop,
    [
      ['FAN', 3],
      ['MANUAL', 2],
    ],
    {
      coupons: ['FIXED50'],
      form: { customer_kind: 'organization', organization_name: 'Firm AB', organization_number: '559999-4612' },
    },
  )
  const receipt = await orderDocument(shop, orderId, 'receipt', 'sv')
  const { refund } = await refundOrder(shop, { orderId, actor: 'operator', reason: '', withDelivery: true })
  for (const number of [receipt?.number, refund.number]) {
    const content = await contentOf(shop, number ?? '')
    const shown = shownAmounts(content)
    const lines = shown.lines.reduce((sum, { gross, discount }) => sum + gross - discount, 0)
    expect(lines + shown.delivery + shown.recalculated + shown.allowance).toBe(content.total - content.vat)
    expect(shown.exVat).toBe(content.rates.reduce((sum, { net }) => sum + net, 0))
    expect(shown.lines.map(({ unit }) => unit)).toEqual([7_920, 11_792])
  }
})

test('a private buyer leaves no invoice address on the order, whatever was posted', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [['FAN', 1]], {
    form: { payment_method: 'invoice', invoice_address: 'Box 7', peppol_id: '0007:1' },
  })
  expect(await orderById(shop.db, orderId)).toMatchObject({ peppol_id: '', invoice_address: '' })
})

test("a customer's mails link the order itself, and those of an organization name no right of withdrawal", async () => {
  await using shop = await fixtureShop()
  await addCustomer(shop, { id: 'anna' })
  const firm = { customer_kind: 'organization', organization_name: 'Firm AB', organization_number: '559999-4612' }
  const orderId = await confirmed(shop, [['FAN', 1]], { form: firm })
  await shop.db.updateTable('orders').set({ customer_id: 'anna' }).where('id', '=', orderId).execute()
  const mail = (await mailsOf(shop)).find((each) => each.includes('Din beställning 100001 är bekräftad'))
  expect(mail).toContain('/sv/my-account/orders/100001')
  expect(mail).toContain('Exkl. moms: 118,40')
  expect(mail).not.toContain('ångerrätt')
})
