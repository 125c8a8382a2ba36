import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { notifyBackInStock } from '../../../../src/server/notifications/back-in-stock/notify-back-in-stock.ts'
import { notifyMeAnswer } from '../../../../src/server/notifications/back-in-stock/notify-me-answer.ts'
import { requestStockAlert } from '../../../../src/server/notifications/back-in-stock/request-alert.ts'
import {
  unsubscribeAnswer,
  unsubscribeLink,
} from '../../../../src/server/notifications/back-in-stock/unsubscribe-answer.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { answerOf } from '../../../support/page-answer.ts'
import { jar } from '../../call.ts'
import { requestOf } from '../../identity/page-visit.ts'
import { addCustomer, browserOf } from '../../identity/shopper.ts'
import { fixtureShop, movableClock } from '../../ordering/checkout/buyer.ts'

const reader = 'bo@example.se'
const back = '/sv/produkt/bat-out-del'

type Cookies = Map<string, string>

async function ask(
  shop: Shop,
  { sku = 'BAT-OUT', email = 'Bo@Example.se', clientAddress = '127.0.0.1', cookies = new Map() as Cookies } = {},
): Promise<string> {
  const { session } = (await requestOf(shop, '/sv', { cookies })).locals
  return requestStockAlert(shop, { sku, email, language: 'sv', clientAddress, cookies: jar(cookies), session })
}

/** The screen behind the link of the first mail. */
const confirmation = (shop: Shop, request: Request, cookies: Cookies = new Map()) =>
  notifyMeAnswer(shop, request, 'sv', jar(cookies))

async function mails(shop: Shop): Promise<string[]> {
  await deliverOutbox(shop)
  return mailTexts(shop.env.SHOP_DATA, reader)
}

/** The first link of a mail to a screen. */
function linkIn(mail: string | undefined, screen: string): string {
  return new RegExp(`https?://\\S+/${screen}\\?token=[\\w-]+`).exec(mail ?? '')?.[0] ?? ''
}

const post = (link: string, fields: Record<string, string> = {}) =>
  new Request(link, { method: 'POST', body: new URLSearchParams(fields) })

async function confirmed(shop: Shop): Promise<void> {
  await ask(shop)
  const link = linkIn(
    (await mails(shop)).find((mail) => mail.includes('confirm-alert')),
    'bevaka',
  )
  expect(answerOf(await confirmation(shop, new Request(link)))).toMatchObject({ page: { kind: 'ask' } })
  expect(answerOf(await confirmation(shop, post(link))).kind).toBe('go')
  expect(answerOf(await confirmation(shop, new Request(link)))).toMatchObject({
    page: { kind: 'confirmed', sku: 'BAT-OUT' },
  })
}

async function fill(shop: Shop, units: number): Promise<void> {
  await shop.db.updateTable('stock').set({ on_hand: units }).where('product_id', '=', 'bat-out').execute()
}

const news = (all: readonly string[]) => all.filter((mail) => mail.includes('back-in-stock'))

test('an unconfirmed address only gets the confirmation mail', async () => {
  await using shop = await fixtureShop()
  expect(await ask(shop)).toBe(`${back}#notify-sent`)
  await fill(shop, 5)
  await notifyBackInStock(shop)
  const all = await mails(shop)
  expect([all.length, news(all)]).toEqual([1, []])
})

test('a confirmed address gets one mail when the part is back, from whichever process', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop)
  expect(await notifyBackInStock(shop)).toBe(0)
  await fill(shop, 5)
  const counts = await Promise.all([notifyBackInStock(shop), notifyBackInStock(shop), notifyBackInStock(shop)])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  await fill(shop, 0)
  await fill(shop, 5)
  await notifyBackInStock(shop)
  const [mail, ...more] = news(await mails(shop))
  expect([mail?.includes(back), more]).toEqual([true, []])
  expect(mail?.replaceAll('\u00a0', ' ')).toContain('Priset är nu 299 kr inklusive moms.')
})

test('a notified shopper can ask again', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop)
  await fill(shop, 5)
  await notifyBackInStock(shop)
  await fill(shop, 0)
  await ask(shop)
  await fill(shop, 5)
  expect(await notifyBackInStock(shop)).toBe(0)
})

test('the answer does not reveal addresses, and an address gets at most five mails an hour', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop)
  for (let time = 0; time < 8; time += 1)
    expect(await ask(shop, { clientAddress: `10.0.0.${time}` })).toBe(`${back}#notify-sent`)
  expect((await mails(shop)).length).toBe(5)
})

test('a mailbox gets five mails an hour at most, however its address is written', async () => {
  await using shop = await fixtureShop()
  for (let time = 0; time < 8; time += 1)
    await ask(shop, { email: `bo+${time}@example.se`, clientAddress: `10.0.0.${time}` })
  expect(await shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(5)
})

test('a stranger sends four mails a day to a mailbox, and its owner still gets one from another network', async () => {
  await using shop = await fixtureShop()
  const answers: string[] = []
  for (let time = 0; time < 6; time += 1) answers.push(await ask(shop, { email: `bo+${time}@example.se` }))
  expect(answers.map((path) => path.split('#')[1])).toEqual([
    ...Array.from({ length: 4 }, () => 'notify-sent'),
    'notify-confirm',
    'notify-confirm',
  ])
  expect(await shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(4)
  await ask(shop, { clientAddress: '10.0.0.1' })
  expect(await mails(shop)).toHaveLength(1)
})

test('strangers of many networks send ten mails a day to a mailbox at most', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  for (let hour = 0; hour < 5; hour += 1, clock.advance(3601))
    for (let time = 0; time < 6; time += 1) await ask(shop, { clientAddress: `10.0.${hour}.${time}` })
  expect(await shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(10)
})

test('the browser that confirmed an alert and the signed-in owner ask on after strangers', async () => {
  await using shop = await fixtureShop()
  const [confirmedHere, stranger]: [Cookies, Cookies] = [new Map(), new Map()]
  await ask(shop, { cookies: confirmedHere })
  const link = linkIn((await mails(shop))[0], 'bevaka')
  await confirmation(shop, new Request(link), stranger)
  await confirmation(shop, post(link), confirmedHere)
  await addCustomer(shop, { id: 'bo' })
  const signedIn = await browserOf(shop, reader)
  for (let time = 0; time < 8; time += 1) await ask(shop, { clientAddress: `10.0.0.${time}` })
  const sent = async (cookies: Cookies, email = reader) => {
    const count = async () => (await shop.db.selectFrom('outbox').select('id').execute()).length
    const before = await count()
    await ask(shop, { cookies, email, clientAddress: '10.0.1.1' })
    return (await count()) - before
  }
  expect([await sent(stranger), await sent(confirmedHere), await sent(signedIn)]).toEqual([0, 1, 1])
  await shop.db.updateTable('customers').set({ verified_at: null }).execute()
  expect(await sent(signedIn)).toBe(0)
})

test('invalid addresses, unknown parts and too many requests are reported or redirected', async () => {
  await using shop = await fixtureShop()
  for (const email of ['', 'x', 'a@b', 'a b@example.se', `${'a'.repeat(300)}@example.se`])
    expect(await ask(shop, { email }), email).toBe(`${back}#notify-email`)
  for (const sku of ['', 'NOTHING', 'BAT-DRAFT', '\u0000', 'x'.repeat(5000)])
    expect(await ask(shop, { sku })).toBe('/sv')
  for (let time = 0; time < 20; time += 1) await ask(shop, { email: `reader${time}@example.se` })
  expect(await ask(shop)).toBe(`${back}#notify-later`)
  expect(await ask(shop, { sku: 'GIFT', clientAddress: '10.0.0.1' })).toBe('/sv/produkt/gift-del#notify-sent')
  expect(await shop.db.selectFrom('stock_alerts').select('id').where('product_id', '=', 'gift').execute()).toEqual([])
})

test('every mail can be unsubscribed from with one click without signing in, and that can be undone', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop)
  const [mail = ''] = await mails(shop)
  const link = /^List-Unsubscribe: <(\S+)>$/m.exec(mail)?.[1] ?? ''
  expect([mail.includes('List-Unsubscribe-Post: List-Unsubscribe=One-Click'), mail.split(link).length]).toEqual([
    true,
    3,
  ])
  const look = async () => answerOf(await unsubscribeAnswer(shop, new Request(link), 'sv', '127.0.0.1'))
  expect(await look()).toMatchObject({ page: { kind: 'alert', name: 'bat-out del', isOn: true } })
  expect(
    answerOf(await unsubscribeAnswer(shop, post(link, { 'List-Unsubscribe': 'One-Click' }), 'sv', '127.0.0.1')),
  ).toMatchObject({ kind: 'page', page: { isOn: false } })
  expect(await look()).toMatchObject({ page: { isOn: false } })
  await fill(shop, 5)
  expect(await notifyBackInStock(shop)).toBe(0)
  const undone = answerOf(await unsubscribeAnswer(shop, post(link, { action: 'undo' }), 'sv', '127.0.0.1'))
  expect(undone).toMatchObject({ kind: 'go', path: expect.stringContaining('undone=1') as string })
  expect(await notifyBackInStock(shop)).toBe(1)
})

test("the same screen stops the shop's own mailings", async () => {
  await using shop = await fixtureShop()
  await shop.db
    .insertInto('customers')
    .values({
      id: 'karin',
      email: 'karin@example.se',
      password_hash: null,
      name: 'Karin',
      phone: '',
      language: 'sv',
      country: 'SE',
      currency_id: 1,
      mail_consent: 1,
      verified_at: null,
      created_at: shop.now().toISOString(),
    })
    .execute()
  const consent = async () =>
    (await shop.db.selectFrom('customers').select('mail_consent').where('id', '=', 'karin').executeTakeFirst())
      ?.mail_consent
  const link = await unsubscribeLink(shop, { purpose: 'stop_mail', subject: 'karin' }, 'en')
  await unsubscribeAnswer(shop, new Request(link), 'en', '127.0.0.1')
  expect(await consent()).toBe(1)
  await unsubscribeAnswer(shop, post(link), 'en', '127.0.0.1')
  expect(await consent()).toBe(0)
  await unsubscribeAnswer(shop, post(link, { action: 'undo' }), 'en', '127.0.0.1')
  expect(await consent()).toBe(1)
})

test('without a link, a form mails a link per kind of mail and answers every address alike', async () => {
  await using shop = await fixtureShop()
  await confirmed(shop)
  const waiting = await shop.db.selectFrom('stock_alerts').select('email').executeTakeFirstOrThrow()
  const at = 'http://shop.test/en/unsubscribe'
  const asked = async (form: Record<string, string>, from = '10.0.0.1') =>
    answerOf(await unsubscribeAnswer(shop, post(at, form), 'en', from))
  expect(answerOf(await unsubscribeAnswer(shop, new Request(at), 'en', '10.0.0.1'))).toEqual({
    kind: 'page',
    status: 200,
    page: { kind: 'ask', email: '', fault: null },
  })
  expect(await asked({ email: 'not an address' })).toEqual({
    kind: 'page',
    status: 422,
    page: { kind: 'ask', email: 'not an address', fault: 'email_invalid' },
  })
  for (const email of [waiting.email.toUpperCase(), 'nobody@example.se'])
    expect(await asked({ email })).toEqual({ kind: 'page', status: 200, page: { kind: 'mailed', email } })
  const sent = (await mails(shop)).filter((mail) => mail.includes('unsubscribe-links-'))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain(`To: ${waiting.email}`)
  const link = /http:\S+unsubscribe\?token=[\w-]{32}/.exec(sent[0] ?? '')?.[0] ?? ''
  await unsubscribeAnswer(shop, post(link), 'en', '10.0.0.1')
  expect((await shop.db.selectFrom('stock_alerts').select('stopped_at').executeTakeFirst())?.stopped_at).not.toBeNull()
  for (let more = 0; more < 25; more += 1) await asked({ email: waiting.email }, `2001:db8::${more}`)
  expect(await asked({ email: waiting.email }, '2001:db8::ffff')).toMatchObject({
    status: 429,
    page: { kind: 'ask', fault: 'too_many', email: waiting.email },
  })
  expect(
    await shop.db.selectFrom('outbox').select('id').where('kind', '=', 'mail.unsubscribe_links').execute(),
  ).toHaveLength(4)
})

test('an unknown, expired or foreign link opens nothing', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  await ask(shop)
  const [mail = ''] = await mails(shop)
  const [confirm, stop] = [linkIn(mail, 'bevaka'), linkIn(mail, 'unsubscribe')]
  const over = { kind: 'page', status: 404, page: { kind: 'over' } }
  const token = (link: string) => new URL(link).search
  expect(answerOf(await confirmation(shop, new Request(`http://shop.test/${token(stop)}`)))).toEqual(over)
  expect(
    answerOf(await unsubscribeAnswer(shop, new Request(`http://shop.test/${token(confirm)}`), 'sv', '127.0.0.1')),
  ).toEqual(over)
  for (const wrong of ['?token=', '?token=x', `${token(stop)}x`])
    expect(
      answerOf(await unsubscribeAnswer(shop, new Request(`http://shop.test/${wrong}`), 'sv', '127.0.0.1')),
    ).toEqual(over)
  clock.advance(4 * 24 * 3600)
  expect(answerOf(await confirmation(shop, post(confirm)))).toEqual(over)
  clock.advance(4 * 24 * 3600)
  await notifyBackInStock(shop)
  expect(await shop.db.selectFrom('stock_alerts').select('id').execute()).toEqual([])
})
