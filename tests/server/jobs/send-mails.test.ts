import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { UnrecordedEffects } from '../../../src/server/jobs/unrecorded-effects.ts'
import { listen } from '../../../src/server/platform/diagnostics.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { MailServer } from '../notifications/mail/mail-server.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'

const over = (shop: Shop, { url }: MailServer): Shop => ({ ...shop, env: { ...shop.env, SMTP_URL: url } })

/** Mails to one reader each, which are due. */
async function addMails({ db, now }: Shop, length: number): Promise<void> {
  const at = now().toISOString()
  const rows = Array.from({ length }, (_, each) => ({
    id: `mail-${each}`,
    kind: 'mail.test',
    dedupe_key: `mail-${each}`,
    payload: JSON.stringify({ to: `reader-${each}@example.se`, language: 'sv', by: 'Anna' }),
    run_at: at,
    attempts: 0,
    last_error: null,
    done_at: null,
    created_at: at,
  }))
  await db.insertInto('outbox').values(rows).execute()
}

const waiting = ({ db }: Shop) =>
  db.selectFrom('outbox').select(['attempts', 'run_at', 'created_at']).where('done_at', 'is', null).execute()

/** How often each mail was taken, by its message id. */
async function timesTaken({ taken }: MailServer): Promise<number[]> {
  const ids = await Promise.all(taken.map(async ({ mail }) => (await PostalMime.parse(mail)).messageId))
  return [...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length)
}

/** Makes every update after the first `some` fail until the returned function is called. */
function loseDatabaseAfter(some: number, { db }: Shop): () => void {
  const updates = db.updateTable.bind(db)
  let left = some
  db.updateTable = ((table: 'outbox') => {
    left -= 1
    if (left < 0) throw new Error('The database is away.')
    return updates(table)
  }) as typeof db.updateTable
  return () => (db.updateTable = updates)
}

test('many mails take a claim for fifty, and at most one more statement each that writes', async () => {
  await using server = await MailServer.start()
  await using shop = await fixtureShop()
  await addMails(shop, 60)
  let writes = 0
  const stop = listen('statement', ({ isWrite }) => (writes += Number(isWrite)))
  expect(await deliverOutbox(over(shop, server))).toBe(60)
  stop()
  expect(await timesTaken(server)).toEqual(Array.from({ length: 60 }, () => 1))
  // Three claims, and one statement for mails that were due only because the server was away.
  expect(writes).toBeLessThanOrEqual(60 + 4)
  expect(await waiting(shop)).toEqual([])
})

test('effects that end while others are written down are written by one statement after it', async () => {
  await using shop = await fixtureShop()
  await addMails(shop, 10)
  const unrecorded = new UnrecordedEffects()
  let writes = 0
  const stop = listen('statement', ({ isWrite }) => (writes += Number(isWrite)))
  const write = (id: string) => {
    unrecorded.add(id)
    return unrecorded.write(shop)
  }
  const first = write('mail-0')
  await Promise.resolve()
  await Promise.all([first, ...Array.from({ length: 9 }, (_, each) => write(`mail-${each + 1}`))])
  stop()
  expect([writes <= 2, unrecorded.count, await waiting(shop)]).toEqual([true, 0, []])
})

test('mails that a slow server leaves no time for are given back before their claim ends', async () => {
  await using server = await MailServer.start()
  await using shop = await fixtureShop(movableClock())
  await addMails(shop, 30)
  const elapsed = performance.now.bind(performance)
  server.onTaken = () => {
    if (server.taken.length === 10) vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + 26_000)
  }
  const sent = await deliverOutbox(over(shop, server))
  vi.restoreAllMocks()
  expect([sent >= 10, sent < 15]).toEqual([true, true])
  expect((await waiting(shop)).filter(({ attempts }) => attempts === 0)).toHaveLength(30 - sent)
  expect(await deliverOutbox(over(shop, server))).toBe(30 - sent)
  expect(await timesTaken(server)).toEqual(Array.from({ length: 30 }, () => 1))
})

test('a mail server that goes away has what was claimed and not begun due again', async () => {
  const clock = movableClock()
  await using server = await MailServer.start()
  await using shop = await fixtureShop(clock)
  await addMails(shop, 40)
  server.onTaken = () => {
    if (server.taken.length === 10) void server[Symbol.asyncDispose]()
  }
  const sent = await deliverOutbox(over(shop, server))
  const left = await waiting(shop)
  expect([sent <= 10, left.length]).toEqual([true, 40 - sent])
  const tried = left.filter(({ attempts }) => attempts > 0)
  expect([tried.length >= 1, tried.length <= 5]).toEqual([true, true])
  expect(left.filter(({ attempts, run_at: at, created_at: created }) => attempts === 0 && at === created)).toHaveLength(
    40 - sent - tried.length,
  )
  await using next = await MailServer.start()
  clock.advance(5)
  expect(await deliverOutbox(over(shop, next))).toBe(40 - sent)
  expect(await timesTaken(next)).toHaveLength(40 - sent)
})

test('at most five mails are sent that the database does not know', async () => {
  const clock = movableClock()
  await using server = await MailServer.start()
  await using shop = await fixtureShop(clock)
  await addMails(shop, 40)
  const unrecorded = new UnrecordedEffects()
  // A mail alone is claimed and written down, and the others are claimed.
  const comeBack = loseDatabaseAfter(3, shop)
  await expect(deliverOutbox(over(shop, server), 'rest', unrecorded)).rejects.toThrow('away')
  expect([server.taken.length, unrecorded.count]).toEqual([6, 5])
  comeBack()
  clock.advance(121)
  expect(await deliverOutbox(over(shop, server), 'rest', unrecorded)).toBe(34)
  expect(await timesTaken(server)).toEqual(Array.from({ length: 40 }, () => 1))
})
