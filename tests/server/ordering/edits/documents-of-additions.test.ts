import { expect, test } from 'vitest'
import type { Session } from '../../../../src/server/identity/sessions/session.ts'
import { documentAnswer } from '../../../../src/server/ordering/order-pages/document-answer.ts'
import { orderDetails } from '../../../../src/server/ordering/order-pages/order-details.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { creditAmount } from '../../../../src/server/ordering/refunds/credit-amount.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { confirmed } from '../orders/parcels.ts'
import { parcel } from './charges.ts'
import { clock, edit } from './editor.ts'

test('the buyer sees each invoice and credit note of a changed order, and opens them by number', async () => {
  await using shop = await fixtureShop(clock)
  const id = await confirmed(shop, [['FAN', 2]], { form: { payment_method: 'invoice' } })
  await parcel(shop, id, [1, 1])
  await edit(shop, id, { added: [{ sku: 'RAM', quantity: 1 }] })
  clock.advance(1)
  await creditAmount(shop, { orderId: id, actor: 'x', amount: 5_000, reason: 'scratched' })
  const order = await orderById(shop.db, id)
  if (!order) throw new Error('no order')
  const { documents } = await orderDetails(shop, order)
  const [first = '', addition = '', credit = ''] = documents.map(({ number }) => number ?? '')
  expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'invoice', 'credit_note'])
  expect(documents.map(({ file }) => file)).toEqual(['invoice.pdf', `${addition}.pdf`, `${credit}.pdf`])
  const buyer = { order: { id, number: order.number }, customer: null } as unknown as Session
  const opened = (file: string, who: Session | null = buyer) =>
    documentAnswer(shop, who, { number: order.number, file, language: 'sv' }).then(
      ({ headers }) => headers.get('Content-Disposition'),
      () => null,
    )
  expect(await opened('invoice.pdf')).toContain(first)
  expect(await opened(`${addition}.pdf`)).toContain(addition)
  expect(await opened(`${credit}.pdf`)).toContain(credit)
  expect(await opened(`${addition}.pdf`, null)).toBeNull()
  const other = await confirmed(shop, [['FAN', 1]], { form: { payment_method: 'invoice' } })
  const stranger = { order: { id: other, number: '100002' }, customer: null } as unknown as Session
  expect(await opened(`${addition}.pdf`, stranger)).toBeNull()
  const words = async (kind: 'invoice' | 'credit_note', number: string) =>
    wordsOf((await orderDocument(shop, id, kind, 'sv', number))?.pdf ?? Buffer.alloc(0))
  expect(await words('credit_note', credit)).toContain('Avdrag på priset')
  const added = await words('invoice', addition)
  expect(added).toContain('RAM')
  expect(added).not.toContain('FAN')
  expect(added).not.toContain('Frakt')
})
