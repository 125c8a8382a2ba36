import { expect, test } from 'vitest'
import { payoutsScreen } from '../../../src/server/console/payouts/payouts-page.ts'
import { checkPayouts } from '../../../src/server/ordering/payouts/check-payouts.ts'
import { saveChecks } from '../../../src/server/ordering/payouts/check-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, signedIn, visit, type Browser } from './at-console.ts'
import { line, paid, report, send } from './payout-reports.ts'

type Query = Readonly<Record<string, string>>

async function listed(shop: Shop, browser: Browser, query: Query = {}) {
  const { list } = await contentOf(shop, browser, payoutsScreen, { query })
  return { list, ids: list.rows.map(({ id }) => id) }
}

/** Three payouts: one in order, one with a row that needs a person, and one whose sum is wrong. */
async function three(shop: Shop, browser: Browser): Promise<void> {
  await paid(shop, 'pi_1')
  const on = (day: string, text: string) => text.replace('2026-06-10', day)
  const text = report(
    on('2026-06-09', line('t1', '100.05,2.10,97.95', 'charge', 'pi_1', 'po_1')),
    line('t2', '-1,0,-1', 'other_adjustment', '', 'po_2'),
    on('2026-06-11', line('t3', '50,0,50', 'charge', '', 'po_3')),
    on('2026-06-11', line('t4', '-49,0,-49', 'payout', '', 'po_3')),
  )
  expect(await send(shop, browser, text)).toBe('imported')
}

test('lists payouts by state, days, amount and whatever names them', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await three(shop, owner)
  const { number } = await shop.db.selectFrom('orders').select('number').executeTakeFirstOrThrow()
  const ids = async (query: Query = {}) => (await listed(shop, owner, query)).ids
  expect(await ids()).toEqual(['po_3', 'po_2', 'po_1'])
  expect(await ids({ state: 'booked' })).toEqual(['po_1'])
  expect(await ids({ state: 'check' })).toEqual(['po_2'])
  expect(await ids({ state: 'unbooked' })).toEqual(['po_3'])
  expect(await ids({ from: '2026-06-10' })).toEqual(['po_3', 'po_2'])
  expect(await ids({ to: '2026-06-10' })).toEqual(['po_2', 'po_1'])
  expect(await ids({ from: '2026-06-10', to: '2026-06-10' })).toEqual(['po_2'])
  expect(await ids({ sort: 'net' })).toEqual(['po_2', 'po_3', 'po_1'])
  expect(await ids({ sort: '-net', state: 'nonsense' })).toEqual(['po_1', 'po_3', 'po_2'])
  for (const q of ['po_1', 't1', 'pi_1', number, `#${number}`]) expect(await ids({ q })).toEqual(['po_1'])
  expect(await ids({ q: "' or 1=1" })).toEqual([])
})

test('says which payouts have rows that differ from the payments of the shop, and leads to them', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await paid(shop, 'pi_1')
  await paid(shop, 'pi_2')
  const text = report(
    line('t1', '100.05,2.10,97.95', 'charge', 'pi_1', 'po_1'),
    line('t2', '99.05,2.10,96.95', 'charge', 'pi_2', 'po_2'),
    line('t3', '5,0,5', 'charge', 'pi_unknown', 'po_2'),
    line('t4', '-1,0,-1', 'other_adjustment', '', 'po_3'),
  )
  expect(await send(shop, owner, text)).toBe('imported')
  const cells = async () => {
    const { rows } = (await listed(shop, owner)).list
    return Object.fromEntries(rows.map(({ id, cells: { state } }) => [id, state]))
  }
  expect(await cells()).toMatchObject({
    po_1: { text: 'In the books', tone: 'good' },
    po_2: { text: 'In the books', tone: 'warn', second: '2 rows differ', address: '/console/payouts/po_2' },
    po_3: { text: 'Look at rows', tone: 'warn', second: '1 row differs', address: '/console/payouts/po_3' },
  })
  expect((await cells())['po_1']).not.toHaveProperty('second')
  const query = { column: 'state' }
  const file = await visit(shop, owner, payoutsScreen, { query, form: { action: 'export', format: 'csv' } })
  if (!(file instanceof Response)) throw new Error('There is no file.')
  // Programs that read the file know the states alone.
  expect((await file.text()).trim().split(/\r?\n/).slice(1).toSorted()).toEqual([
    'In the books',
    'In the books',
    'Look at rows',
  ])
})

test('compares the payouts whose rows are few enough, and says so of the others', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await paid(shop, 'pi_1')
  const on = (day: string, text: string) => text.replace('2026-06-10', day)
  const large = Array.from({ length: 3_000 }, (_, at) => on('2026-06-12', line(`l${at}`, '-1,0,-1', 'fee', '', 'po_2')))
  const text = report(
    on('2026-06-13', line('t1', '100.05,2.10,97.95', 'charge', 'pi_1', 'po_3')),
    ...large,
    on('2026-06-11', line('t2', '5,0,5', 'charge', 'pi_unknown', 'po_1')),
  )
  expect(await send(shop, owner, text)).toBe('imported')
  const { list } = await listed(shop, owner)
  expect(list.rows.map(({ id, cells: { state } }) => [id, state?.second])).toEqual([
    ['po_3', undefined],
    ['po_2', 'The rows are not compared in the list'],
    ['po_1', '1 row differs'],
  ])
})

test('pages through more payouts than one page by day and by amount, without a gap or a repeat', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const lines = Array.from({ length: 120 }, (_, at) => line(`t${at}`, `${at % 7},0,${at % 7}`, 'fee', '', `po_${at}`))
  expect(await send(shop, owner, report(...lines))).toBe('imported')
  for (const sort of ['day', '-day', 'net', '-net']) {
    const seen: string[] = []
    for (let next: string | null = `?sort=${sort}`; next !== null;) {
      const { list, ids } = await listed(shop, owner, Object.fromEntries(new URLSearchParams(next)))
      expect(list.count).toBe(120)
      seen.push(...ids)
      next = list.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120])
  }
})

test('a file of payouts is logged without what was typed, and has days and spaces for programs', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await three(shop, owner)
  const shown = (await listed(shop, owner, { state: 'booked' })).list.rows[0]?.cells['day']?.text
  expect(shown?.split('\u00A0')).toEqual(['9', 'Jun', '2026'])
  const rowsOf = async (query: Query) => {
    const form = { action: 'export', format: 'csv' }
    const file = await visit(shop, owner, payoutsScreen, { query: { state: 'booked', ...query }, form })
    if (!(file instanceof Response)) throw new Error('There is no file.')
    return (await file.text()).replace('\uFEFF', '').trim().split(/\r?\n/)
  }
  const [head, row, ...rest] = await rowsOf({})
  expect(head?.split(/[,;]/)[0]).toMatch(/Day|Dag/)
  expect(row).toMatch(/^2026-06-09,In the books,-?\d+(\.\d+)?,-?\d+(\.\d+)?,-?\d+(\.\d+)?,po_1,SEK$/)
  expect(rest).toEqual([])
  await rowsOf({ q: 'ann@example.com', after: 'WyJhbm5AZXhhbXBsZS5jb20iXQ' })
  const logged = await shop.db.selectFrom('audit_log').selectAll().where('operation', '=', 'lists.export').execute()
  const typed = `?${new URLSearchParams({ state: 'booked', q: '•••' })}`
  expect(logged).toMatchObject([{ subject_id: 'payouts', note: '?state=booked' }, { note: typed }])
  expect((await rowsOf({ column: 'imported' }))[1]).toMatch(/^"\d+ \p{L}+ \d{4}, \d\d:\d\d"$/u)
})

test('lists the payouts with rows that differ, and leaves one out as soon as it is put right', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  for (const name of ['pi_1', 'pi_2', 'pi_3']) await paid(shop, name)
  const row = (id: string, reference: string, payout: string) =>
    line(id, '100.05,2.10,97.95', 'charge', reference, payout)
  expect(await send(shop, owner, report(row('t1', 'pi_1', 'po_1'), row('t2', 'pi_unknown', 'po_2')))).toBe('imported')
  const differing = async () => {
    const { ids, list } = await listed(shop, owner, { rows: 'differ' })
    expect(list.count).toBe(ids.length)
    return ids
  }
  const charge = (name: string, captured: number) =>
    shop.db.updateTable('payment_attempts').set({ captured }).where('payment_reference', '=', name).execute()
  expect(await differing()).toEqual(['po_2'])
  await checkPayouts(shop)
  expect(await differing()).toEqual(['po_2'])
  expect((await listed(shop, owner, { rows: 'nonsense' })).ids).toEqual(['po_2', 'po_1'])
  // A later payout with a row about the same payment makes the earlier one differ, too.
  expect(await send(shop, owner, report(row('t3', 'pi_1', 'po_3'), row('t4', 'pi_3', 'po_4')))).toBe('imported')
  expect((await differing()).toSorted()).toEqual(['po_1', 'po_2', 'po_3'])
  await checkPayouts(shop)
  await charge('pi_1', 20_010)
  expect(await differing()).toEqual(['po_2'])
  // What differs since it was compared is found when it is compared again.
  await charge('pi_3', 1)
  clock.advance(11 * 60)
  await checkPayouts(shop)
  expect((await differing()).toSorted()).toEqual(['po_2', 'po_4'])
  const kept = await shop.db
    .selectFrom('payout_checks')
    .select(['payout_id', 'differing'])
    .orderBy('payout_id')
    .execute()
  expect(kept.map((each) => each.differing)).toEqual([0, 1, 0, 1])
})

test('two processes that compared payouts in other orders keep what they found', async () => {
  await using shop = await fixtureShop()
  const found = Array.from({ length: 5_000 }, (_, at) => [`payout-${at}`, at % 3] as const)
  const at = shop.now().toISOString()
  const sets = [new Map(found), new Map(found.toReversed())]
  for (let turn = 0; turn < 5; turn += 1) await Promise.all(sets.map((counts) => saveChecks(shop.db, counts, at)))
  const { kept } = await shop.db
    .selectFrom('payout_checks')
    .select((row) => row.fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow()
  expect(Number(kept)).toBe(found.length)
})
