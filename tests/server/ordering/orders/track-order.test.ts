import { expect, test } from 'vitest'
import { rememberOrder } from '../../../../src/server/identity/sessions/known-orders.ts'
import { trackAnswer } from '../../../../src/server/ordering/order-pages/track-answer.ts'
import { startPayment } from '../../../../src/server/ordering/payment/start-payment.ts'
import { pageOf } from '../../../support/page-answer.ts'
import { jar } from '../../call.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { bought, fixtureShop } from '../checkout/buyer.ts'
import { trackOrder } from './track-order.ts'

const from = (clientAddress: string, cookies = new Map<string, string>()) => ({ clientAddress, cookies: jar(cookies) })
const asked = (number: string, postal_code: string) =>
  new Request('http://shop.test/sv/track-order', { method: 'POST', body: new URLSearchParams({ number, postal_code }) })

test('number and postal code together show the status, the days and nothing else', async () => {
  await using shop = await fixtureShop()
  const { attemptId } = await bought(shop, [['FAN', 1]])
  await startPayment(shop, attemptId)
  const order = await trackOrder(shop, '100001', '111 22')
  expect(order).toEqual({
    number: '100001',
    status: 'confirmed',
    delivery: {
      kind: 'home',
      arrives: { first: '2026-06-16', last: '2026-06-17', orderBefore: '2026-06-15T13:00:00.000Z' },
    },
  })
  for (const [number, postalCode] of [
    ['#100001', '11122'],
    [' 100001 ', ' 111-22 '],
  ] as const)
    expect(await trackOrder(shop, number, postalCode)).toEqual(order)
})

test('a wrong number and a wrong postal code get the same answer', async () => {
  await using shop = await fixtureShop()
  await bought(shop, [['FAN', 1]])
  for (const [number, code] of [
    ['100002', '111 22'],
    ['100001', '111 23'],
    ['100001', ''],
    ['', ''],
    ['100001', '11122garbage'],
    ["' or 1=1 --", '111 22'],
    ['100001'.padEnd(90_000), ' '.repeat(90_000)],
  ] as const) {
    expect(await trackOrder(shop, number, code)).toBeUndefined()
  }
  expect(pageOf(await trackAnswer(shop, asked('100001', '111 23'), from('10.0.0.1')))).toEqual({
    kind: 'not_found',
    number: '100001',
  })
  expect(pageOf(await trackAnswer(shop, asked('777', '111 22'), from('10.0.0.1')))).toEqual({
    kind: 'not_found',
    number: '777',
  })
})

test('guessing is limited by network and by order number, also for unknown orders', async () => {
  await using shop = await fixtureShop()
  await bought(shop, [['FAN', 1]])
  const kindsOf = async (guesses: readonly [number: string, code: string, address: string][]) => {
    const kinds: (string | undefined)[] = []
    for (const [number, code, address] of guesses)
      kinds.push(pageOf(await trackAnswer(shop, asked(number, code), from(address)))?.kind)
    return kinds
  }
  expect(await kindsOf(Array.from({ length: 21 }, (_, at) => [String(200_000 + at), '111 22', '10.0.0.2']))).toEqual([
    ...Array<string>(20).fill('not_found'),
    'too_many',
  ])
  for (const number of ['100001', '777']) {
    expect(await kindsOf(Array.from({ length: 11 }, (_, at) => [number, String(10_000 + at), `10.1.0.${at}`]))).toEqual(
      [...Array<string>(10).fill('not_found'), 'too_many'],
    )
  }
  expect(pageOf(await trackAnswer(shop, new Request('http://shop.test/sv/track-order'), from('10.0.0.2')))).toEqual({
    kind: 'asked',
    number: '',
  })
})

test('correct requests are not counted', async () => {
  await using shop = await fixtureShop()
  await bought(shop, [['FAN', 1]])
  for (let at = 0; at < 25; at += 1)
    expect(pageOf(await trackAnswer(shop, asked('100001', '111 22'), from('10.0.0.3')))?.kind).toBe('found')
})

test('guesses of strangers do not lock out a browser that has placed or tracked the order', async () => {
  await using shop = await fixtureShop()
  const { orderId } = await bought(shop, [['FAN', 1]])
  await bought(shop, [['FAN', 1]])
  const [placedIn, trackedIn, other] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()]
  const kindOf = async (number: string, code: string, address: string, cookies?: Map<string, string>) =>
    pageOf(await trackAnswer(shop, asked(number, code), from(address, cookies)))?.kind
  rememberOrder(shop, jar(placedIn), { id: orderId })
  expect(await kindOf('100001', '111 22', '10.0.0.5', trackedIn)).toBe('found')
  expect(await kindOf('100002', '111 22', '10.0.0.5', other)).toBe('found')
  for (let at = 0; at < 10; at += 1) await kindOf('100001', String(10_000 + at), `10.2.0.${at}`)
  for (const unknown of [undefined, other])
    expect(await kindOf('100001', '111 22', '10.0.0.5', unknown)).toBe('too_many')
  for (const known of [placedIn, trackedIn]) expect(await kindOf('100001', '111 22', '10.0.0.5', known)).toBe('found')
  for (let at = 0; at < 10; at += 1)
    expect(await kindOf('100001', String(20_000 + at), '10.0.0.5', placedIn)).toBe('not_found')
  expect(await kindOf('100001', '111 22', '10.0.0.5', placedIn)).toBe('too_many')
})

test('number and e-mail address get one answer, and a link if they match', async () => {
  await using shop = await fixtureShop()
  await bought(shop, [['FAN', 1]])
  const linked = async (number: string, email: string) =>
    pageOf(
      await trackAnswer(
        shop,
        new Request('http://shop.test/sv/track-order', {
          method: 'POST',
          body: new URLSearchParams({ number, email }),
        }),
        from('10.0.0.4'),
      ),
    )
  for (const [number, email] of [
    ['#100001', 'ANNA@example.se'],
    ['100001', 'bertil@example.se'],
    ['777', 'anna@example.se'],
    ['778', 'anna@example.se'],
    ['779', 'anna@example.se'],
    ['100001', 'anna@example.se'],
  ] as const) {
    expect(await linked(number, email)).toEqual({ kind: 'mailed', number })
  }
  expect(await linked('100001', '')).toEqual({ kind: 'mailed', number: '100001' })
  const asks = await shop.db.selectFrom('outbox').select('id').where('kind', '=', 'mail.order_link').execute()
  expect(asks).toHaveLength(6)
  const links = (await mailsOf(shop)).filter((mail) => mail.includes('order-link-'))
  expect(links).toHaveLength(2)
  expect(links[0]).toMatch(/To: anna@example.se[^]*token=[\w-]{20,}/)
})
