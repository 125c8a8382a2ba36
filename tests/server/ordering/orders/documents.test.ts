import { expect, test } from 'vitest'
import type { Session } from '../../../../src/server/identity/sessions/session.ts'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import type { DocumentContent } from '../../../../src/server/ordering/documents/document-content.ts'
import { shipOrder } from '../../../../src/server/ordering/fulfilment/ship-order.ts'
import { documentAnswer } from '../../../../src/server/ordering/order-pages/document-answer.ts'
import { orderDocument } from '../../../../src/server/ordering/order-pages/order-document.ts'
import { orderById } from '../../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../../src/server/ordering/refunds/refund-order.ts'
import { ProblemError } from '../../../../src/server/platform/http/answers/problem.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { wordsOf } from '../../../support/pdf-words.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { fixtureShop, movableClock } from '../checkout/buyer.ts'
import { confirmed, delivered } from './parcels.ts'

async function contentOf({ db }: Shop, number: string): Promise<DocumentContent> {
  const row = await db.selectFrom('documents').select('content').where('number', '=', number).executeTakeFirstOrThrow()
  return JSON.parse(row.content) as DocumentContent
}

test('an invoice has seller, buyer, items and VAT, in both languages, with the same bytes each time', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await delivered(
    shop,
    [
      ['FAN', 2],
      ['MANUAL', 1],
    ],
    { coupons: ['FIXED50'], form: { payment_method: 'invoice', name: 'Åsa Öberg' } },
  )
  const swedish = await orderDocument(shop, orderId, 'invoice', 'sv')
  const words = wordsOf(swedish?.pdf ?? Buffer.alloc(0))
  for (const text of [
    'Faktura F100001',
    'Delverk AB',
    'Åsa Öberg',
    '111 22 Stockholm',
    'Organisationsnummer 559999-4604',
    'SE559999460401',
    'FAN',
    'fan del',
    '99,00 kr',
    'Varav moms 25 %',
    'Varav moms 6 %',
    'Att betala',
    'Rabatt',
    'Godkänd för F-skatt',
    '15 juli 2026',
    '100001',
  ]) {
    expect(words).toContain(text)
  }
  expect(wordsOf((await orderDocument(shop, orderId, 'invoice', 'en'))?.pdf ?? Buffer.alloc(0))).toMatch(
    /Invoice F100001[^]*Due date: 15 July 2026[^]*VAT 25%[^]*To pay/,
  )
  clock.advance(90 * 24 * 3600)
  expect((await orderDocument(shop, orderId, 'invoice', 'sv'))?.pdf.equals(swedish?.pdf ?? Buffer.alloc(0))).toBe(true)
})

test('documents add up to the order, per rate and to the öre, credit notes to the refund', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(
    shop,
    [
      ['FAN', 3],
      ['MANUAL', 2],
    ],
    { coupons: ['FIXED50'] },
  )
  const receipt = await orderDocument(shop, orderId, 'receipt', 'sv')
  const order = await orderById(shop.db, orderId)
  const content = await contentOf(shop, receipt?.number ?? '')
  expect(content).toMatchObject({
    kind: 'receipt',
    number: 'K100001',
    total: order?.total,
    vat: order?.vat_total,
    dueAt: null,
  })
  expect(content.rates.map(({ rate }) => rate)).toEqual([2500, 600])
  expect(content.rates.reduce((sum, { net, vat }) => sum + net + vat, 0)).toBe(order?.total)
  const { refund } = await refundOrder(shop, { orderId, actor: 'operator', reason: '', withDelivery: true })
  expect(await contentOf(shop, refund.number ?? '')).toMatchObject({
    kind: 'credit_note',
    total: order?.total,
    vat: order?.vat_total,
    rates: content.rates,
    creditOf: 'K100001',
  })
  expect(wordsOf((await orderDocument(shop, orderId, 'credit_note', 'sv'))?.pdf ?? Buffer.alloc(0))).toContain(
    'Kreditfaktura F100001',
  )
})

test('a free part adds no VAT rate to the sums', async () => {
  await using shop = await fixtureShop()
  const { id } = await shop.db.selectFrom('products').select('id').where('sku', '=', 'MANUAL').executeTakeFirstOrThrow()
  await shop.db.updateTable('products').set({ free: 1 }).where('id', '=', id).execute()
  await shop.db.updateTable('prices').set({ amount: 0 }).where('product_id', '=', id).execute()
  const receipt = await orderDocument(
    shop,
    await delivered(shop, [
      ['FAN', 1],
      ['MANUAL', 1],
    ]),
    'receipt',
    'sv',
  )
  const { lines, rates } = await contentOf(shop, receipt?.number ?? '')
  expect(lines).toMatchObject([{ sku: 'FAN' }, { sku: 'MANUAL', amount: 0 }])
  expect(rates.map(({ rate }) => rate)).toEqual([2500])
})

test('documents are numbered without gaps, despite concurrency and failures', async () => {
  await using shop = await fixtureShop()
  const orders = []
  for (let at = 0; at < 4; at++) orders.push(await confirmed(shop, [['FAN', 1]]))
  await Promise.all(
    orders.flatMap((orderId) => [
      orderDocument(shop, orderId, 'invoice', 'sv'),
      orderDocument(shop, orderId, 'invoice', 'en'),
      orderDocument(shop, orderId, 'receipt', 'en'),
    ]),
  )
  await expect(
    shop.db.transaction().execute(async (trx) => {
      await trx.updateTable('number_series').set({ last: 200_000 }).execute()
      throw new Error('fails')
    }),
  ).rejects.toThrow('fails')
  await orderDocument(shop, await confirmed(shop, [['FAN', 1]]), 'invoice', 'sv')
  const numbers = (await shop.db.selectFrom('documents').select('number').orderBy('number').execute()).map(
    ({ number }) => number,
  )
  expect(numbers).toEqual([
    'F100001',
    'F100002',
    'F100003',
    'F100004',
    'F100005',
    'K100001',
    'K100002',
    'K100003',
    'K100004',
  ])
})

test('an invoice is issued with the first parcel, attached to its mail, and has no receipt', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 2]], { form: { payment_method: 'invoice' } })
  expect(await orderDocument(shop, orderId, 'invoice', 'sv')).toBeUndefined()
  for (const trackingNumber of ['A1', 'A2'])
    await shipOrder(shop, {
      orderId,
      actor: 'operator',
      carrier: 'postnord',
      trackingNumber,
      units: [{ position: 1, quantity: 1 }],
    })
  const mails = (await mailsOf(shop)).filter((mail) => mail.includes('lämnat oss'))
  expect(mails.filter((mail) => mail.includes('application/pdf'))).toHaveLength(1)
  expect(mails.every((mail) => mail.includes('https://tracking.postnord.com/?id=A'))).toBe(true)
  expect(await orderDocument(shop, orderId, 'receipt', 'sv')).toBeUndefined()
  expect(await deliverOutbox(shop)).toBe(0)
})

test('an amount of millions fits its line', async () => {
  await using shop = await fixtureShop()
  await shop.db.updateTable('stock').set({ on_hand: 1_000_000 }).execute()
  const orderId = await delivered(shop, [['BAT', 4_999]])
  const words = wordsOf((await orderDocument(shop, orderId, 'receipt', 'en'))?.pdf ?? Buffer.alloc(0))
  const { total } = await contentOf(shop, 'K100001')
  const written = `SEK ${(total / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`
  expect(written).toMatch(/^SEK \d,\d{3},\d{3}\.\d{2}$/)
  expect(words.split('\n').filter((line) => line === written)).toHaveLength(2)
})

test('a long order continues over pages, and foreign letters neither break nor vanish', async () => {
  await using shop = await fixtureShop()
  const screws = Array.from({ length: 20 }, (_, at) => [`SCREW-${at + 11}`, 1] as const)
  const orderId = await confirmed(
    shop,
    [...screws, ['FAN', 1], ['BAT', 1], ['RAM', 1], ['MANUAL', 1], ['ODD-PRICE', 1]],
    { form: { name: 'Łukasz Őri Γιάννης' } },
  )
  await shop.db
    .updateTable('order_lines')
    .set({ name: 'A name that is so long that it takes several rows of its narrow column to be written out' })
    .where('order_id', '=', orderId)
    .execute()
  const words = wordsOf((await orderDocument(shop, orderId, 'invoice', 'en'))?.pdf ?? Buffer.alloc(0))
  expect(words).toContain('Page 2 of 2')
  expect(words).toContain('Łukasz Őri Γιάννης')
  expect(words.match(/Part number/g)).toHaveLength(2)
})

test('Latin, Greek and Cyrillic names print as written with the same bytes; other scripts as ?', async () => {
  await using shop = await fixtureShop()
  const eastern = ['Łukasz Żółć', 'Ελλάδα Αθήνα', 'Борис Дворжак Ґ']
  const names = [...eastern, 'Đỗ Nguyễn', 'İstanbul ğış', 'Åsa Öberg – “citat” €']
  const fan = 'Вентилятор Ψ'
  const orderId = await confirmed(shop, [['FAN', 1]], {
    form: { payment_method: 'invoice', name: names.join(' '), line1: 'ул. Гоголя 1', line2: '日本 שלום' },
  })
  await shop.db.updateTable('order_lines').set({ name: fan }).where('order_id', '=', orderId).execute()
  await shipOrder(shop, { orderId, actor: 'operator', carrier: '', trackingNumber: '' })
  const first = (await orderDocument(shop, orderId, 'invoice', 'sv'))?.pdf ?? Buffer.alloc(0)
  const words = wordsOf(first)
  for (const name of [...names, 'ул. Гоголя 1', fan]) expect(words.replaceAll('\n', ' ')).toContain(name)
  expect(words).toContain('?? ????')
  expect((await orderDocument(shop, orderId, 'invoice', 'sv'))?.pdf.equals(first)).toBe(true)
  expect(first.length).toBeLessThan(60_000)
  expect(first.toString('latin1')).toContain('Arimo')
  const plain = await confirmed(shop, [['FAN', 1]], { form: { payment_method: 'sandbox' } })
  expect((await orderDocument(shop, plain, 'receipt', 'sv'))?.pdf.toString('latin1')).not.toContain('Arimo')
})

test("a document opens only for the order's own customer or guest", async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 1]])
  await shop.db.updateTable('orders').set({ customer_id: 'anna' }).where('id', '=', orderId).execute()
  const session = (part: object) =>
    ({ id: '', scopes: [], method: 'link', createdAt: '', customer: null, order: null, ...part }) as unknown as Session
  const asked = async (who: Session | null, file = 'invoice.pdf', number = '100001') =>
    documentAnswer(shop, who, { number, file, language: 'sv' }).then(
      (response) =>
        `${response.status} ${response.headers.get('Content-Type')} ${response.headers.get('Cache-Control')}`,
      (error: unknown) => (error instanceof ProblemError ? error.status : error),
    )
  expect(await asked(session({ customer: { id: 'anna' } }))).toBe('200 application/pdf private, no-store')
  expect(await asked(session({ order: { id: orderId, number: '100001' } }))).toBe(
    '200 application/pdf private, no-store',
  )
  for (const who of [
    null,
    session({ customer: { id: 'bertil' } }),
    session({ order: { id: 'other', number: '100002' } }),
  ])
    expect(await asked(who)).toBe(404)
  for (const file of [
    'invoice',
    'credit_note.pdf',
    '../../etc/passwd.pdf',
    'F100001.pdf',
    '.pdf',
    `${'x'.repeat(99)}.pdf`,
  ])
    expect(await asked(session({ customer: { id: 'anna' } }), file)).toBe(404)
})
