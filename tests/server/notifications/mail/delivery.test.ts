import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { deliverOutbox } from '../../../../src/server/jobs/deliver-outbox.ts'
import { claimEffects, dueEffects } from '../../../../src/server/jobs/queries.ts'
import { UnrecordedEffects } from '../../../../src/server/jobs/unrecorded-effects.ts'
import { parseEnv } from '../../../../src/server/platform/env.ts'
import { addToOutbox } from '../../../../src/server/platform/outbox/queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { addCustomer } from '../../identity/shopper.ts'
import { bought as boughtAndTold, fixtureShop, movableClock } from '../../ordering/checkout/buyer.ts'
import { MailServer } from './mail-server.ts'

const over = ({ env, ...shop }: Shop, server: MailServer): Shop => ({ ...shop, env: { ...env, SMTP_URL: server.url } })
const idsOf = async ({ taken }: MailServer) =>
  Promise.all(taken.map(async ({ mail }) => (await PostalMime.parse(mail)).messageId))
const waiting = ({ db }: Shop) =>
  db
    .selectFrom('outbox')
    .select(['attempts', 'done_at', 'last_error'])
    .where('kind', 'like', 'mail.%')
    .executeTakeFirst()

/** Leaves the mail to the buyer alone in the outbox. */
async function bought(shop: Shop, wanted: Parameters<typeof boughtAndTold>[1]) {
  const placed = await boughtAndTold(shop, wanted)
  await shop.db.deleteFrom('outbox').where('kind', '=', 'mail.operator_order').execute()
  return placed
}

async function asksForLink({ db, now }: Shop): Promise<void> {
  const payload = {
    purpose: 'reset' as const,
    email: 'anna@example.se',
    name: '',
    language: 'sv',
    country: 'SE',
    currency_id: '1',
    customer_id: '',
  }
  await db.transaction().execute((trx) => addToOutbox(trx, { kind: 'mail.login_link', dedupeKey: 'x', payload }, now()))
}

/** Mails to one reader each. */
async function addTests({ db, now }: Shop, length: number): Promise<void> {
  const payloads = Array.from({ length }, (_, at) => ({ to: `reader-${at}@example.se`, language: 'sv', by: 'Anna' }))
  await db.transaction().execute(async (trx) => {
    for (const payload of payloads)
      await addToOutbox(trx, { kind: 'mail.test', dedupeKey: `mail.test:${payload.to}`, payload }, now())
  })
}

test('a mail is one message with two parts, accepted by the mail server for one recipient', async () => {
  await using server = await MailServer.start()
  await using shop = await fixtureShop()
  const { orderId } = await bought(shop, [['FAN', 1]])
  expect(await deliverOutbox(over(shop, server))).toBe(1)
  const [sent] = server.taken
  const { text, html, messageId, from, to } = await PostalMime.parse(sent?.mail ?? '')
  expect([sent?.readers, to?.map(({ address }) => address), from?.address]).toEqual([
    ['anna@example.se'],
    ['anna@example.se'],
    'order@delverk.example',
  ])
  expect([messageId, text?.includes('1 x fan del (FAN)'), html?.includes('fan del')]).toEqual([
    `<order-confirmed-${orderId}@delverk.example>`,
    true,
    true,
  ])
})

test("a mail's sender is the shop's name, or that of the setting", async () => {
  await using server = await MailServer.start()
  await using shop = await fixtureShop()
  const own = over(shop, server)
  const { MAIL_FROM } = parseEnv({ MAIL_FROM: 'Älvstadens Delar, order <kassa@delar.example>' })
  for (const env of [own.env, { ...own.env, MAIL_FROM }]) {
    await bought(shop, [['FAN', 1]])
    await deliverOutbox({ ...own, env })
  }
  const mails = await Promise.all(server.taken.map(async ({ mail }) => PostalMime.parse(mail)))
  expect(mails.map(({ from }) => from)).toEqual([
    { name: 'Delverk', address: 'order@delverk.example' },
    { name: 'Älvstadens Delar, order', address: 'kassa@delar.example' },
  ])
  expect(mails[1]?.messageId).toMatch(/@delar\.example>$/)
})

test.each(['order@shop.example', 'Shop', 'Shop <order>', 'Shop <a@b.example> x', 'A\nBcc: b@x.example <a@b.example>'])(
  'MAIL_FROM %j is not a valid sender',
  (text) => expect(() => parseEnv({ MAIL_FROM: text })).toThrow('MAIL_FROM must be a name and an address'),
)

test('a refused mail is sent once it is accepted', async () => {
  const clock = movableClock()
  await using server = await MailServer.start()
  await using shop = await fixtureShop(clock)
  await bought(shop, [['FAN', 1]])
  server.manner = 'refuse'
  expect(await deliverOutbox(over(shop, server))).toBe(0)
  expect([server.taken, await waiting(shop)]).toMatchObject([
    [],
    { attempts: 1, done_at: null, last_error: expect.stringContaining('451') },
  ])
  server.manner = 'take'
  expect(await deliverOutbox(over(shop, server))).toBe(0)
  clock.advance(5)
  expect(await deliverOutbox(over(shop, server))).toBe(1)
  expect(server.taken).toHaveLength(1)
})

test('two processes send each mail once', async () => {
  await using server = await MailServer.start()
  await using shop = await fixtureShop()
  for (let count = 0; count < 5; count += 1) await bought(shop, [['FAN', 1]])
  const [one, other] = [over(shop, server), over(shop, server)]
  const counts = await Promise.all([deliverOutbox(one), deliverOutbox(other)])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
  expect(new Set(await idsOf(server)).size).toBe(5)
  expect(server.taken).toHaveLength(5)
})

test('a process killed while sending leaves the mail to another, two minutes later', async () => {
  const clock = movableClock()
  await using server = await MailServer.start()
  await using shop = await fixtureShop(clock)
  await bought(shop, [['FAN', 1]])
  const [effect] = await dueEffects(shop.db, clock.now().toISOString(), 1)
  if (!effect) throw new Error('No mail is due.')
  const claim = () => claimEffects(shop.db, [effect], new Date(clock.now().getTime() + 120_000).toISOString())
  expect([await claim(), await claim()]).toEqual([[effect], []])
  clock.advance(119)
  expect(await deliverOutbox(over(shop, server))).toBe(0)
  clock.advance(1)
  expect(await deliverOutbox(over(shop, server))).toBe(1)
  expect(server.taken).toHaveLength(1)
})

test.each(['an order', 'a link'])(
  'a mail accepted without an answer is sent again with the same id (%s)',
  async (about) => {
    const clock = movableClock()
    await using server = await MailServer.start()
    await using shop = await fixtureShop(clock)
    if (about === 'a link') await addCustomer(shop, { id: 'anna' })
    await (about === 'a link' ? asksForLink(shop) : bought(shop, [['FAN', 1]]))
    server.manner = 'take_and_hang_up'
    expect(await deliverOutbox(over(shop, server))).toBe(0)
    clock.advance(5)
    server.manner = 'take'
    expect(await deliverOutbox(over(shop, server))).toBe(1)
    const [first, second, ...more] = await idsOf(server)
    expect([first, more]).toEqual([second, []])
  },
)

test('a mail not accepted for four days is given up, and its error stays', async () => {
  const clock = movableClock()
  await using server = await MailServer.start()
  await using shop = await fixtureShop(clock)
  await bought(shop, [['FAN', 1]])
  server.manner = 'refuse'
  clock.advance(4 * 86_400 - 1)
  await deliverOutbox(over(shop, server))
  expect(await waiting(shop)).toMatchObject({ done_at: null })
  clock.advance(3_600)
  await deliverOutbox(over(shop, server))
  expect(await waiting(shop)).toMatchObject({
    attempts: 2,
    done_at: clock.now().toISOString(),
    last_error: expect.stringContaining('451'),
  })
  server.manner = 'take'
  clock.advance(86_400)
  expect([await deliverOutbox(over(shop, server)), server.taken]).toEqual([0, []])
})

test('while the mail server is away one mail tries, and all go out as soon as it is back', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  for (let count = 0; count < 3; count += 1) await bought(shop, [['FAN', 1]])
  const away = { ...shop, env: { ...shop.env, SMTP_URL: 'smtp://127.0.0.1:9' } }
  for (let run = 0; run < 8; run += 1) {
    expect(await deliverOutbox(away)).toBe(0)
    clock.advance(600)
  }
  const tried = await shop.db.selectFrom('outbox').select('attempts').where('kind', 'like', 'mail.%').execute()
  expect(tried.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(8)
  await shop.db
    .updateTable('outbox')
    .set({ run_at: new Date(clock.now().getTime() + 3_600_000).toISOString() })
    .where('last_error', 'is not', null)
    .execute()
  await bought(shop, [['FAN', 1]])
  await using server = await MailServer.start()
  expect(await deliverOutbox(over(shop, server))).toBe(1)
  expect(await deliverOutbox(over(shop, server))).toBe(3)
  expect(new Set(await idsOf(server)).size).toBe(4)
})

test('mails that are sent together share their connections, and those that somebody waits for go first', async () => {
  const clock = movableClock()
  await using server = await MailServer.start()
  await using shop = await fixtureShop(clock)
  await addTests(shop, 30)
  clock.advance(1)
  const { orderId } = await bought(shop, [['FAN', 1]])
  expect(await deliverOutbox(over(shop, server))).toBe(31)
  expect([new Set(await idsOf(server)).size, server.taken.length]).toEqual([31, 31])
  expect(server.connections).toBeLessThanOrEqual(5)
  expect((await idsOf(server))[0]).toBe(`<order-confirmed-${orderId}@delverk.example>`)
})

test('a mail server that closes its connection after each mail gets each mail once', async () => {
  await using server = await MailServer.start()
  await using shop = await fixtureShop(movableClock())
  await addTests(shop, 12)
  server.manner = 'take_and_close'
  expect(await deliverOutbox(over(shop, server))).toBe(12)
  expect([new Set(await idsOf(server)).size, server.taken.length, server.connections]).toEqual([12, 12, 12])
})

test('a mail is not sent again when the database was away after it', async () => {
  const clock = movableClock()
  await using server = await MailServer.start()
  await using shop = await fixtureShop(clock)
  await bought(shop, [['FAN', 1]])
  const unrecorded = new UnrecordedEffects()
  let isAway = false
  const updates = shop.db.updateTable.bind(shop.db)
  shop.db.updateTable = ((table: 'outbox') => {
    if (isAway) throw new Error('The database is away.')
    // The claim is written, and what comes after it is not.
    isAway = true
    return updates(table)
  }) as typeof shop.db.updateTable
  const own = over(shop, server)
  await expect(deliverOutbox(own, 'rest', unrecorded)).rejects.toThrow('away')
  expect(server.taken).toHaveLength(1)
  shop.db.updateTable = updates
  clock.advance(3_600)
  expect(await deliverOutbox(own, 'rest', unrecorded)).toBe(0)
  expect(await waiting(shop)).toMatchObject({ attempts: 1, done_at: clock.now().toISOString(), last_error: null })
  expect(server.taken).toHaveLength(1)
})
