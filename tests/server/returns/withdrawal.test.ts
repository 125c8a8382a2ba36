import { describe, expect, test } from 'vitest'
import type { WithdrawalPage } from '../../../src/contracts/withdrawal-page.ts'
import type { Session } from '../../../src/server/accounts/session.ts'
import { deliverOrder } from '../../../src/server/orders/deliver-order.ts'
import { shipOrder } from '../../../src/server/orders/ship-order.ts'
import { receiveReturn } from '../../../src/server/returns/receive-return.ts'
import { withdrawalAnswer } from '../../../src/server/returns/withdrawal-answer.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { mailsOf } from '../accounts/shopper.ts'
import { jar } from '../call.ts'
import { fixtureShop, movableClock, stockOf, swedish } from '../checkout/buyer.ts'
import { confirmed, countsOf, delivered, paidBack, setAside, statusOf } from '../orders/parcels.ts'

type Browser = Map<string, string>
type Asked = { session?: Session | null; clientAddress?: string; cookies?: Browser; query?: string }

const anna = { number: '100001', email: 'Anna@example.se' }
const name = 'Anna Andersson'

async function answer(
  shop: Shop,
  fields: Record<string, string> | undefined,
  { session = null, clientAddress = '10.0.0.1', cookies = new Map(), query = '' }: Asked = {},
) {
  const url = new URL(`http://shop.test/sv/angra-kop${query}`)
  const request = new Request(url, fields ? { method: 'POST', body: new URLSearchParams(fields) } : {})
  return withdrawalAnswer(shop, {
    request,
    url,
    clientAddress,
    cookies: jar(cookies),
    locals: { session, shopping: swedish() },
  })
}

async function ask(shop: Shop, fields?: Record<string, string>, asked: Asked = {}): Promise<WithdrawalPage> {
  const answered = await answer(shop, fields, asked)
  if (answered.kind !== 'page') throw new Error(`Led to ${answered.path}.`)
  return answered.page
}

/** The link in the newest mail about a withdrawal. */
async function mailedLink(shop: Shop): Promise<string> {
  const mail = (await mailsOf(shop)).findLast((text) => text.includes('withdrawal-link-'))
  return /angra-kop(\?token=[\w-]{32,})/.exec(mail ?? '')?.[1] ?? ''
}

/** A browser that opened the link which was mailed for Anna's order. */
async function opened(shop: Shop, typed = anna): Promise<Browser> {
  await ask(shop, { ...typed, action: 'ask' })
  const cookies: Browser = new Map()
  expect(await answer(shop, undefined, { cookies, query: await mailedLink(shop) })).toEqual({
    kind: 'go',
    path: '/sv/angra-kop?link=1',
  })
  return cookies
}

/** A step of somebody who came by the mailed link. */
function byLink(shop: Shop, cookies: Browser, fields?: Record<string, string>): Promise<WithdrawalPage> {
  return ask(shop, fields && { name, ...fields }, { cookies, query: '?link=1' })
}

describe('what is shown before anything is proved', () => {
  test("number and e-mail address get one answer, right or wrong, and only the order's address gets a mail", async () => {
    await using shop = await fixtureShop()
    const orderId = await confirmed(shop, [['FAN', 1]])
    const at = '2026-06-15T12:00:00.000Z'
    for (const fields of [
      anna,
      { number: '#100001', email: 'bertil@example.se' },
      { number: '100002', email: 'anna@example.se' },
    ]) {
      for (const action of ['ask', 'find', 'choose', 'confirm']) {
        expect(
          await ask(shop, { ...fields, name, action, 'quantity:1': '1' }, { clientAddress: fields.email }),
        ).toEqual({ kind: 'mailed', number: fields.number.replace('#', ''), email: fields.email, at })
      }
    }
    expect(
      (await mailsOf(shop))
        .filter((mail) => mail.includes('withdrawal-link-'))
        .every((mail) => mail.includes('To: anna@example.se') && mail.includes('100001')),
    ).toBe(true)
    expect([await statusOf(shop, orderId), await paidBack(shop, orderId)]).toEqual(['confirmed', 0])
    expect(await shop.db.selectFrom('withdrawal_links').select('order_id').execute()).toHaveLength(3)
  })

  test('what is missing is said, what was typed stays, and requests are limited by network and by address', async () => {
    await using shop = await fixtureShop()
    expect(await ask(shop, { number: '', email: 'a@example.se', action: 'ask' })).toMatchObject({
      kind: 'ask',
      fault: 'number_missing',
      email: 'a@example.se',
    })
    expect(await ask(shop, { number: '100001', email: 'nothing', action: 'ask' })).toMatchObject({
      kind: 'ask',
      fault: 'email_invalid',
      number: '100001',
      email: 'nothing',
    })
    const kinds: string[] = []
    for (let at = 0; at < 21; at++)
      kinds.push(
        (
          await ask(
            shop,
            { number: String(100_002 + at), email: 'x@example.se', action: 'ask' },
            { clientAddress: `2001:db8::${at}` },
          )
        ).kind,
      )
    expect(kinds).toEqual([...Array<string>(20).fill('mailed'), 'ask'])
    expect(
      await shop.db.selectFrom('outbox').select('id').where('kind', '=', 'mail.withdrawal_link').execute(),
    ).toHaveLength(3)
  })

  test('an order that was never confirmed gets no mail, and a made-up link shows nothing', async () => {
    await using shop = await fixtureShop()
    await confirmed(shop, [['FAN', 1]])
    await shop.db.updateTable('orders').set({ status: 'pending_payment' }).execute()
    expect(await ask(shop, { ...anna, action: 'ask' })).toMatchObject({ kind: 'mailed' })
    expect(await mailedLink(shop)).toBe('')
    const cookies: Browser = new Map()
    await answer(shop, undefined, { cookies, query: '?token=guessed-guessed-guessed' })
    expect(await byLink(shop, cookies)).toMatchObject({ kind: 'ask', fault: 'link_over', number: '' })
  })
})

describe('a mailed link', () => {
  test('does nothing by being fetched, withdraws once, and is then over', async () => {
    await using shop = await fixtureShop()
    const orderId = await confirmed(shop, [['FAN', 2]])
    const cookies = await opened(shop)
    expect(await byLink(shop, cookies)).toMatchObject({
      kind: 'choose',
      number: '100001',
      lines: [{ quantity: 2, most: 2 }],
    })
    expect(await statusOf(shop, orderId)).toBe('confirmed')
    const confirm = () => byLink(shop, cookies, { action: 'confirm', 'quantity:1': '1' })
    const both = await Promise.all([confirm(), confirm()])
    expect(both.map(({ kind }) => kind).sort()).not.toEqual(['done', 'done'])
    expect(both.map(({ kind }) => kind)).toContain('done')
    expect(await confirm()).toMatchObject({ kind: 'ask', fault: 'link_over' })
    expect(await countsOf(shop, orderId)).toEqual([{ sku: 'FAN', quantity: 2, shipped: 0, refunded: 1, cancelled: 1 }])
  })

  test('that is read late keeps the day of the request, and ends after 14 days', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const orderId = await delivered(shop, [['FAN', 2]])
    clock.advance(14 * 24 * 3600)
    const cookies = await opened(shop)
    const askedAt = shop.now().toISOString()
    clock.advance(13 * 24 * 3600)
    expect(await byLink(shop, cookies)).toMatchObject({ kind: 'choose' })
    expect(await byLink(shop, cookies, { action: 'confirm', 'quantity:1': '1' })).toMatchObject({
      kind: 'done',
      at: askedAt,
    })
    expect(
      (await mailsOf(shop)).find((mail) => mail.includes('1 x fan del (FAN)') && mail.includes('R100001')),
    ).toContain('29 juni 2026')
    expect(await statusOf(shop, orderId)).toBe('return_requested')
    const late = await opened(shop)
    expect(await byLink(shop, late)).toMatchObject({ kind: 'over' })
    clock.advance(15 * 24 * 3600)
    expect(await byLink(shop, late)).toMatchObject({ kind: 'ask', fault: 'link_over' })
  })

  test('says in the mail what will happen, and that nothing happens before', async () => {
    await using shop = await fixtureShop()
    await confirmed(shop, [['FAN', 1]])
    await ask(shop, { ...anna, action: 'ask' })
    const mail = (await mailsOf(shop)).find((text) => text.includes('withdrawal-link-'))
    for (const words of [
      'To: anna@example.se',
      '100001',
      '15 juni 2026',
      'Inget händer förrän du bekräftar',
      'en gång, inom 14 dagar',
    ])
      expect(mail).toContain(words)
  })
})

test('two steps withdraw from a delivered purchase, and a dated receipt goes out', async () => {
  await using shop = await fixtureShop()
  const orderId = await delivered(shop, [
    ['FAN', 2],
    ['BAT', 1],
  ])
  expect(await ask(shop)).toEqual({ kind: 'ask', number: '', email: '', name: '', fault: null })
  const cookies = await opened(shop)
  expect(await byLink(shop, cookies)).toMatchObject({
    kind: 'choose',
    name: 'Anna Andersson',
    until: '2026-06-29',
    lines: [{ quantity: 2, most: 2 }, { quantity: 1 }],
  })
  expect(await byLink(shop, cookies, { action: 'choose', 'quantity:1': '1' })).toMatchObject({
    kind: 'confirm',
    goesBack: true,
    pays: { pieces: 9_900, deduction: 0, delivery: 0, total: 9_900 },
    lines: [{ position: 1, quantity: 1 }],
  })
  expect(await statusOf(shop, orderId)).toBe('delivered')
  expect(await byLink(shop, cookies, { action: 'confirm', 'quantity:1': '1' })).toMatchObject({
    kind: 'done',
    at: '2026-06-15T12:00:00.000Z',
    returnNumber: 'R100001',
    pieces: [{ sku: 'FAN', quantity: 1 }],
  })
  expect(await statusOf(shop, orderId)).toBe('return_requested')
  const receipt = (await mailsOf(shop)).find(
    (mail) => mail.includes('withdrawal-') && !mail.includes('withdrawal-link-'),
  )
  for (const text of [
    'Anna Andersson ångrar köpet',
    'beställning 100001',
    '15 juni 2026',
    '14:00',
    '1 x fan del (FAN)',
    'R100001',
  ])
    expect(receipt).toContain(text)
})

test('what was not sent is called off and paid back at once, delivery too when nothing is left', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await confirmed(shop, [['FAN', 2]])
  const cookies = await opened(shop)
  expect(await byLink(shop, cookies, { action: 'choose', 'quantity:1': '2' })).toMatchObject({
    kind: 'confirm',
    goesBack: false,
    pays: { delivery: 4_900, total: 2 * 9_900 + 4_900 },
  })
  expect(await byLink(shop, cookies, { action: 'confirm', 'quantity:1': '2' })).toMatchObject({
    kind: 'done',
    returnNumber: null,
  })
  expect([
    await statusOf(shop, orderId),
    await paidBack(shop, orderId),
    (await setAside(shop, orderId)).refunded,
  ]).toEqual(['cancelled', 24_700, 24_700])
  expect(await stockOf(shop, 'fan')).toEqual({ on_hand: 20, reserved: 0 })
  clock.advance(60)
  expect(await byLink(shop, await opened(shop))).toMatchObject({ kind: 'over' })
})

test('of an order half sent, the one half is called off and the other comes back', async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 3]])
  await shipOrder(shop, {
    orderId,
    actor: 'operator',
    carrier: '',
    trackingNumber: 'A1',
    pieces: [{ position: 1, quantity: 1 }],
  })
  const cookies = await opened(shop)
  expect(await byLink(shop, cookies, { action: 'confirm', 'quantity:1': '3' })).toMatchObject({
    kind: 'done',
    returnNumber: 'R100002',
  })
  expect(await countsOf(shop, orderId)).toEqual([{ sku: 'FAN', quantity: 3, shipped: 1, refunded: 2, cancelled: 2 }])
  const row = await shop.db.selectFrom('returns').select('id').where('number', '=', 'R100002').executeTakeFirstOrThrow()
  expect(
    (await receiveReturn(shop, { returnId: row.id, actor: 'operator', isRestocked: true, isRefunded: true })).order
      .status,
  ).toBe('refunded')
  expect([await paidBack(shop, orderId), await stockOf(shop, 'fan')]).toEqual([
    3 * 9_900 + 4_900,
    { on_hand: 20, reserved: 0 },
  ])
})

test('the right ends with the fourteenth day after everything has come; organizations do not have it', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const orderId = await confirmed(shop, [['FAN', 1]])
  await shipOrder(shop, { orderId, actor: 'operator', carrier: '', trackingNumber: '' })
  clock.advance(40 * 24 * 3600)
  const cookies = await opened(shop)
  expect(await byLink(shop, cookies)).toMatchObject({ kind: 'choose', until: null })
  await deliverOrder(shop, { orderId, actor: 'operator' })
  clock.advance(17 * 24 * 3600)
  expect(await byLink(shop, await opened(shop), { action: 'confirm', 'quantity:1': '1' })).toMatchObject({
    kind: 'over',
    isOrganization: false,
  })
  clock.advance(60)
  await confirmed(shop, [['FAN', 1]], {
    form: { customer_kind: 'organization', organization_name: 'AB', organization_number: '559999-4604' },
  })
  expect(await byLink(shop, await opened(shop, { ...anna, number: '100002' }))).toMatchObject({
    kind: 'over',
    isOrganization: true,
  })
})

test("a guest's or customer's session stands for the e-mail address, of the own order alone", async () => {
  await using shop = await fixtureShop()
  const orderId = await confirmed(shop, [['FAN', 1]])
  const guest = { order: { id: orderId, number: '100001' }, customer: null } as unknown as Session
  expect(await ask(shop, undefined, { session: guest })).toMatchObject({ kind: 'choose', number: '100001' })
  expect(
    await ask(shop, { number: '100001', name: '', action: 'confirm', 'quantity:1': '1' }, { session: guest }),
  ).toMatchObject({ kind: 'choose', fault: 'name_missing' })
  expect(
    await ask(shop, { number: '100001', name: 'Anna', action: 'confirm', 'quantity:1': '0' }, { session: guest }),
  ).toMatchObject({ kind: 'choose', fault: 'nothing_chosen' })
  const customer = { order: null, customer: { id: 'anna' } } as unknown as Session
  expect(await ask(shop, { number: '100001', action: 'find' }, { session: customer })).toMatchObject({
    kind: 'ask',
    fault: 'email_invalid',
  })
  await shop.db.updateTable('orders').set({ customer_id: 'anna' }).execute()
  expect(await ask(shop, { number: '100001', action: 'find' }, { session: customer })).toMatchObject({ kind: 'choose' })
})
