import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { orderLink } from '../../../src/server/identity/login/links.ts'
import { newMailToken, readMailToken } from '../../../src/server/identity/login/mail-links.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { eraseGuestOrder } from '../../../src/server/ordering/account/guest-data.ts'
import { acceptPaymentLink, paymentLink } from '../../../src/server/ordering/cart/payment-link.ts'
import { usableCardOf } from '../../../src/server/ordering/gift-cards/queries.ts'
import { confirmationPage } from '../../../src/server/ordering/order-pages/confirmation-page.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { withdrawalLink } from '../../../src/server/ordering/returns/withdrawal-links.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { hashSecret } from '../../../src/server/platform/ids.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailTexts } from '../../support/mailbox.ts'
import { jar } from '../call.ts'
import { addCustomer } from '../identity/shopper.ts'
import { aForm, fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed, delivered, pay } from '../ordering/orders/parcels.ts'
import { subscribed, subscription } from '../ordering/subscriptions/subscriber.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

test('a mail about an order is sent again as a mail of its own, once it was sent, and ten times at most', async () => {
  await using shop = await fixtureShop()
  const id = await delivered(shop, [['FAN', 1]])
  const seller = await signedIn(shop, 'seller')
  const params = { number: '100001' }
  const mails = async () => (await contentOf(shop, seller, orderScreen, { params })).mails
  const again = async (mail: string) =>
    (await outcome(shop, seller, orderScreen, { params, form: { action: 'mail', mail } })).fault
  expect((await mails()).map(({ name, state }) => [name, state])).toEqual([
    ['mail.order_confirmed', 'waiting'],
    ['mail.order_shipped', 'waiting'],
  ])
  const [confirmation, shipped] = (await mails()).map(({ key }) => key)
  expect(await again(confirmation ?? '')).toContain('not sent yet')
  await deliverOutbox(shop)
  expect((await mails()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  for (const mail of [confirmation ?? '', shipped ?? '']) {
    expect(await again(mail)).toBeNull()
    expect(await again(mail)).toContain('not sent yet')
  }
  await deliverOutbox(shop)
  const folder = path.join(shop.env.SHOP_DATA, 'mail')
  const files = readdirSync(folder).filter((name) => name.startsWith('order-'))
  expect(files.sort()).toEqual(
    [`order-confirmed-${id}-2`, `order-confirmed-${id}`, ...shippedFiles(shipped)].map((name) => `${name}.eml`).sort(),
  )
  const idsOf = files.map((name) => /^Message-ID:\s+<[^>]+>/im.exec(readFileSync(path.join(folder, name), 'utf8'))?.[0])
  expect(new Set(idsOf).size).toBe(4)
  for (let times = 3; times <= 10; times += 1) {
    expect(await again(confirmation ?? '')).toBeNull()
    await deliverOutbox(shop)
  }
  expect((await mails())[0]).toMatchObject({ times: 10, state: 'sent' })
  expect(await again(confirmation ?? '')).toContain('ten times')
  for (const mail of ['', 'mail.order_confirmed:other', `mail.gift_card:${id}`])
    expect(await again(mail)).not.toBeNull()
  const notes = (await auditOf(shop.db, { kind: 'order', id })).filter(({ operation }) => operation === 'orders.mail')
  expect(notes.map(({ note }) => note).toSorted()).toEqual([
    ...Array.from({ length: 9 }, () => 'order_confirmed'),
    'order_shipped',
  ])
})

function shippedFiles(key = ''): string[] {
  const id = key.replace('mail.order_shipped:', '')
  return [`order-shipped-${id}`, `order-shipped-${id}-2`]
}

test('a confirmation whose row is no longer kept is sent again, by those who may change orders', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 1]])
  await shop.db.deleteFrom('outbox').execute()
  const params = { number: '100001' }
  const form = { action: 'mail', mail: `mail.order_confirmed:${id}` }
  const packer = await signedIn(shop, 'warehouse')
  expect((await outcome(shop, packer, orderScreen, { params, form })).status).toBe(403)
  const seller = await signedIn(shop, 'seller')
  expect((await contentOf(shop, seller, orderScreen, { params })).mails).toMatchObject([{ times: 0, state: 'sent' }])
  expect((await outcome(shop, seller, orderScreen, { params, form })).fault).toBeNull()
  const rows = await shop.db.selectFrom('outbox').select(['kind', 'dedupe_key']).execute()
  expect(rows).toEqual([{ kind: 'mail.order_confirmed', dedupe_key: `mail.order_confirmed:${id}:2` }])
})

test('an order whose buyer is erased has nobody to send a mail to', async () => {
  await using shop = await fixtureShop()
  const id = await delivered(shop, [['FAN', 1]])
  const erased = await shop.db.transaction().execute((trx) => eraseGuestOrder(trx, id, shop.now()))
  expect(erased).toBeUndefined()
  const params = { number: '100001' }
  const seller = await signedIn(shop, 'seller')
  expect((await contentOf(shop, seller, orderScreen, { params })).mails).toEqual([])
  const form = { action: 'mail', mail: `mail.order_confirmed:${id}` }
  expect((await outcome(shop, seller, orderScreen, { params, form })).fault).not.toBeNull()
  await deliverOutbox(shop)
  expect(existsSync(path.join(shop.env.SHOP_DATA, 'mail')), 'also what was queued before').toBe(false)
  const left = shop.db.selectFrom('outbox').select('kind').where('done_at', 'is', null).execute()
  expect(await left).toEqual([])
})

test("a guest's misspelt address is corrected: mails go to the right one, and links of the former end", async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 1]], { form: { email: 'anna@gmial.com' } })
  await deliverOutbox(shop)
  const params = { number: '100001' }
  const seller = await signedIn(shop, 'seller')
  const { version, mails } = await contentOf(shop, seller, orderScreen, { params })
  const link = { hash: 'x', order_id: id, expires_at: '2999-01-01T00:00:00.000Z' }
  await shop.db.insertInto('order_links').values(link).execute()
  const correct = (email: string, shown = version, who = seller) =>
    outcome(shop, who, orderScreen, { params, form: { action: 'correct_email', version: shown, email } })
  expect((await correct('anna@gmail')).fault).toContain('address')
  expect((await correct('anna@gmial.com')).fault).not.toBeNull()
  expect((await correct('anna@gmail.com', version, await signedIn(shop, 'warehouse'))).status).toBe(403)
  expect((await correct(' Anna@Gmail.com ')).status).toBe(303)
  expect((await correct('other@gmail.com')).fault, 'seen before the correction').not.toBeNull()
  const page = await contentOf(shop, seller, orderScreen, { params })
  expect(page.email).toBe('anna@gmail.com')
  expect(await shop.db.selectFrom('orders').select('mailbox').executeTakeFirst()).toEqual({ mailbox: 'anna@gmail.com' })
  expect(await shop.db.selectFrom('order_links').select('order_id').execute()).toEqual([])
  const form = { action: 'mail', mail: mails[0]?.key ?? '' }
  expect((await outcome(shop, seller, orderScreen, { params, form })).fault).toBeNull()
  await deliverOutbox(shop)
  const file = path.join(shop.env.SHOP_DATA, 'mail', `order-confirmed-${id}-2.eml`)
  expect(readFileSync(file, 'utf8')).toMatch(/^To: .*anna@gmail\.com/m)
  const log = (await auditOf(shop.db, { kind: 'order', id })).find((each) => each.operation === 'orders.correct_email')
  expect(log?.after).toContain('"email":"…"')
  expect(`${log?.before}${log?.after}${log?.note}`).not.toContain('anna@')
})

test("the address of an account's order is the account's, and is not corrected on the order", async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 1]])
  await addCustomer(shop, { id: 'anna' })
  await shop.db.updateTable('orders').set({ customer_id: 'anna' }).where('id', '=', id).execute()
  const params = { number: '100001' }
  const seller = await signedIn(shop, 'seller')
  const { version, email } = await contentOf(shop, seller, orderScreen, { params })
  const form = { action: 'correct_email', version, email: 'other@example.se' }
  expect((await outcome(shop, seller, orderScreen, { params, form })).fault).not.toBeNull()
  expect((await contentOf(shop, seller, orderScreen, { params })).email).toBe(email)
})

/** Corrects the address of the order 100001. */
async function corrected(shop: Shop, role: string, email: string, again = '') {
  const params = { number: '100001' }
  const who = await signedIn(shop, role)
  const { version } = await contentOf(shop, who, orderScreen, { params })
  return outcome(shop, who, orderScreen, { params, form: { action: 'correct_email', version, email, again } })
}

test('with the correction the buyer gets the mails that the former address got, and that address is told', async () => {
  await using shop = await fixtureShop()
  const id = await delivered(shop, [['FAN', 1]], { form: { email: 'anna@gmial.com' } })
  await deliverOutbox(shop)
  expect((await corrected(shop, 'seller', 'anna@gmail.com', 'yes')).status).toBe(303)
  await deliverOutbox(shop)
  const mailsTo = (address: string) => mailTexts(shop.env.SHOP_DATA, address)
  const toRight = mailsTo('anna@gmail.com')
  expect(toRight.flatMap((mail) => /Message-ID: <(order-[a-z]+)-/.exec(mail)?.[1] ?? []).sort()).toEqual([
    'order-confirmed',
    'order-shipped',
  ])
  const told = mailsTo('anna@gmial.com').find((mail) => mail.includes('Message-ID: <order-readdressed-'))
  expect(told).toContain('100001')
  for (const secret of ['gmail.com', 'Anna', 'token=', 'FAN']) expect(told).not.toContain(secret)
  expect(await linksOf(shop, id)).toBe(toRight.filter((mail) => mail.includes('token=')).length)
})

test('a mail that was read before the correction leaves no link to the order behind', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 1]], { form: { email: 'anna@gmial.com' } })
  const before = await orderById(shop.db, id)
  if (!before) throw new Error('There is no order.')
  await corrected(shop, 'seller', 'anna@gmail.com')
  for (const write of [orderLink, paymentLink] as const) await expect(write(shop, before)).rejects.toThrow('by now')
  await expect(withdrawalLink(shop, before, shop.now().toISOString())).rejects.toThrow('by now')
  expect(await linksOf(shop, id)).toBe(0)
})

async function linksOf({ db }: Shop, id: string): Promise<number> {
  const links = await db.selectFrom('order_links').select('hash').where('order_id', '=', id).execute()
  const toPay = await db.selectFrom('mail_links').select('hash').where('subject', '=', id).execute()
  const toWithdraw = await db.selectFrom('withdrawal_links').select('hash').where('order_id', '=', id).execute()
  return links.length + toPay.length + toWithdraw.length
}

test('a browser that opened a link of the former address is not the buyer any more', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 1]], { form: { email: 'anna@gmial.com' } })
  const order = await orderById(shop.db, id)
  if (!order) throw new Error('There is no order.')
  const cookies = jar(new Map())
  const token = new URL(await paymentLink(shop, order)).searchParams.get('pay') ?? ''
  expect(await acceptPaymentLink(shop, order.checkout_id, token, cookies)).toBeDefined()
  const page = () => confirmationPage(shop, order.checkout_id, { session: null, cookies })
  expect(await page()).toMatchObject({ isBuyer: true, order: { email: 'anna@gmial.com' } })
  await corrected(shop, 'seller', 'anna@gmail.com')
  expect(await page()).toMatchObject({ isBuyer: false, order: { email: '', address: { name: '' } } })
})

test('gift cards of a corrected order get new codes, by somebody who may issue cards alone', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop, [['GIFT', 1]], { form: { email: 'anna@gmial.com' } })
  await deliverOutbox(shop)
  const codeIn = (address: string) =>
    mailTexts(shop.env.SHOP_DATA, address).flatMap((mail) => /\b(?:[A-Z0-9]{4}-){3}[A-Z0-9]{4}\b/.exec(mail)?.[0] ?? [])
  const usable = async (code = '') =>
    usableCardOf(shop.db, hashSecret(code.replaceAll('-', '')), { currency: 'SEK', at: shop.now().toISOString() })
  const [former] = codeIn('anna@gmial.com')
  expect(await usable(former)).toMatchObject({ email: 'anna@gmial.com' })
  expect((await corrected(shop, 'seller', 'thief@example.se')).fault).toContain('gift cards')
  expect(await usable(former)).toBeDefined()
  for (const address of ['anna@gmail.com', 'anna.a@gmail.com']) {
    const [earlier] = codeIn('anna@gmial.com')
    expect((await corrected(shop, 'manager', address)).status).toBe(303)
    await deliverOutbox(shop)
    expect(await usable(earlier)).toBeUndefined()
    expect(await usable(codeIn(address)[0])).toMatchObject({ email: address })
  }
  expect(await usable(codeIn('anna@gmail.com')[0]), 'the code of the first correction').toBeUndefined()
})

test('a subscription that the order began goes to the corrected address, with its later orders', async () => {
  await using shop = await fixtureShop()
  const { orderId, attemptId } = await subscribed(shop, aForm({ email: 'anna@gmial.com', payment_method: 'sandbox' }))
  await pay(shop, attemptId)
  const { id } = await subscription(shop)
  const token = await newMailToken(shop, { purpose: 'subscription', subject: id })
  await corrected(shop, 'seller', 'anna@gmail.com')
  const moved = await subscription(shop)
  expect(moved.order_id).toBe(orderId)
  expect(moved.email).toBe('anna@gmail.com')
  expect(JSON.parse(moved.form)).toMatchObject({ email: 'anna@gmail.com' })
  expect(await readMailToken(shop, token, ['subscription'])).toBeUndefined()
})
