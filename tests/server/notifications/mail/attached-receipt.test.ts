import { expect, test } from 'vitest'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { confirmed } from '../../ordering/orders/parcels.ts'
import { readMails } from './mail-parts.ts'

test("the mail of a paid order's first parcel has the receipt attached, that of a free order nothing", async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 2]])
  const parcel = { actor: 'operator', carrier: 'postnord' }
  for (const trackingNumber of ['A1', 'A2'])
    await shipOrder(shop, { orderId, ...parcel, trackingNumber, units: [{ position: 1, quantity: 1 }] })
  await mailsOf(shop)
  const mails = (await readMails(shop)).filter(({ text }) => text.includes('lämnat oss'))
  const receipt = await orderDocument(shop, orderId, 'receipt', 'sv')
  const attached = mails.flatMap(({ attachments }) => attachments)
  expect(attached.map(({ filename }) => filename)).toEqual([`${receipt?.number}.pdf`])
  expect(Buffer.from(attached[0]?.content as ArrayBuffer).equals(receipt?.pdf ?? Buffer.alloc(0))).toBe(true)
  expect(mails.filter(({ text }) => text.includes('Kvittot är bifogat')).length).toBe(1)
  expect(await shop.db.selectFrom('documents').select('kind').execute()).toEqual([{ kind: 'receipt' }])
  const free = await confirmed(shop, [['FAN', 1]])
  await shop.db.updateTable('orders').set({ total: 0 }).where('id', '=', free).execute()
  await shipOrder(shop, { orderId: free, ...parcel, trackingNumber: 'B1' })
  await mailsOf(shop)
  expect((await readMails(shop)).flatMap(({ attachments }) => attachments)).toHaveLength(1)
})
