import { expect, test } from 'vitest'
import { cancelOrder } from '../../../../src/server/ordering/fulfilment/cancel-order.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { fixtureShop } from '../../ordering/checkout/buyer.ts'
import { confirmed } from '../../ordering/orders/parcels.ts'
import { readMails } from './mail-parts.ts'

test('the mail of a cancelled order lists its parts and leads to the order, paid or not', async () => {
  await using shop = await fixtureShop()
  for (const payment of ['sandbox', 'invoice']) {
    const orderId = await confirmed(shop, [['FAN', 2]], { form: { payment_method: payment } })
    await cancelOrder(shop, { orderId, actor: 'operator', reason: '' })
  }
  await mailsOf(shop)
  const texts = (await readMails(shop)).map(({ text }) => text).filter((text) => text.includes('är avbeställd'))
  expect(texts).toHaveLength(2)
  for (const text of texts) {
    expect(text).toContain('2 x fan del (FAN)')
    expect(text).toMatch(/Öppna beställningen:\n\S+\/sv\/logga-in\?token=/)
  }
})

test('the mail of a parcel names its carrier and its tracking number apart', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 3]])
  const parcels = [
    ['postnord', 'PN 1'],
    ['', 'PN 2'],
    ['Cykelbud', ''],
  ] as const
  for (const [carrier, trackingNumber] of parcels) {
    const units = [{ position: 1, quantity: 1 }]
    await shipOrder(shop, { orderId, actor: 'operator', carrier, trackingNumber, units })
  }
  await mailsOf(shop)
  const texts = (await readMails(shop)).map(({ text }) => text).filter((text) => text.includes('lämnat oss'))
  const said = texts.map((text) => text.split('\n').filter((line) => /Paketet går|Spårningsnummer/.test(line)))
  expect(said.toSorted()).toEqual([
    ['Paketet går med Cykelbud.'],
    ['Paketet går med PostNord.', 'Spårningsnummer: PN 1'],
    ['Spårningsnummer: PN 2'],
  ])
})
