import { expect, test } from 'vitest'
import { booksScreen } from '../../../src/server/console/books/books-page.ts'
import { payoutScreen } from '../../../src/server/console/payouts/payout-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'
import { line, paid, report, send } from './payout-reports.ts'

const shown = (shop: Shop, browser: Browser, id: string) => contentOf(shop, browser, payoutScreen, { params: { id } })

/** The rows of each voucher of the SIE file, by its text: account and amount. */
async function vouchers(shop: Shop, browser: Browser): Promise<Record<string, string[]>> {
  const query = { from: '2026-06-10', to: '2026-06-10' }
  const file = await visit(shop, browser, booksScreen, { query, form: { action: 'sie', currency: 'SEK' } })
  if (!(file instanceof Response)) throw new Error('There is no file.')
  const [, ...parts] = (await file.text()).split('#VER ')
  return Object.fromEntries(
    parts.map((part) => [
      /Utbetalning \w+/.exec(part)?.[0] ?? '',
      [...part.matchAll(/#TRANS (\d+) \{\} (\S+)/g)].map(([, account, sum]) => `${account} ${sum}`),
    ]),
  )
}

test('a disputed payment and its fee are in the voucher of the payout, to the öre, and reversed when won', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await paid(shop, 'pi_1')
  await paid(shop, 'pi_2')
  const text = report(
    line('t1', '100.05,2.10,97.95', 'charge', 'pi_1'),
    line('t2', '100.05,2.10,97.95', 'charge', 'pi_2'),
    line('t3', '-100.05,150,-250.05', 'dispute', 'pi_1'),
    line('t4', '54.15,0,54.15', 'payout'),
    line('t5', '60.03,-150,210.03', 'dispute_reversal', 'pi_1', 'po_2'),
  )
  expect(await send(shop, owner, text)).toBe('imported')
  expect(await vouchers(shop, owner)).toEqual({
    'Utbetalning po_1': ['1930 -54.15', '6570 154.20', '1515 100.05', '1580 -200.10'],
    'Utbetalning po_2': ['1930 210.03', '6570 -150.00', '1515 -60.03'],
  })
  const lost = await shown(shop, owner, 'po_1')
  expect(lost.voucher.map(({ account, amount }) => [account, amount])).toEqual([
    ['1930', -5_415],
    ['6570', 15_420],
    ['1515', 10_005],
    ['1580', -20_010],
  ])
  expect(lost.rows.map(({ kind, difference }) => [kind, difference])).toEqual([
    ['charge', null],
    ['charge', null],
    ['dispute', null],
  ])
  const { rows, voucher } = await shown(shop, owner, 'po_2')
  expect(rows).toMatchObject([{ kind: 'dispute_won', difference: null }])
  expect(voucher.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
})

test('a dispute of more than was paid, of nothing, or won without being lost is a difference', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await paid(shop, 'pi_1')
  await paid(shop, 'pi_2')
  const text = report(
    line('t1', '-60,150,-210', 'dispute', 'pi_1'),
    line('t2', '-60,150,-210', 'dispute', 'pi_1'),
    line('t3', '10,0,10', 'dispute_reversal', 'pi_2'),
    line('t4', '-10,0,-10', 'dispute', 'pi_none'),
    line('t5', '-10,0,-10', 'dispute'),
  )
  expect(await send(shop, owner, text)).toBe('imported')
  const { rows } = await shown(shop, owner, 'po_1')
  expect(Object.fromEntries(rows.map(({ id, difference }) => [id, difference]))).toEqual({
    t1: 'amount',
    t2: 'amount',
    t3: 'amount',
    t4: 'unknown',
    t5: 'unknown',
  })
})

test('a dispute in another currency than the order’s is a difference, and is not settled here', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await paid(shop, 'pi_1', 'EUR')
  await shop.db.updateTable('orders').set({ currency: 'EUR' }).execute()
  const text = report(line('t1', '-1100.50,0,-1100.50', 'dispute', 'pi_1'))
  expect(await send(shop, owner, text)).toBe('imported')
  const page = await contentOf(shop, owner, payoutScreen, { params: { id: 'po_1' } })
  expect(page.rows.map(({ difference }) => difference)).toEqual(['currency'])
  expect(page.disputes).toEqual([])
  const form = { action: 'lose', row: 't1', seen: '110050', outcome: 'receivable', day: '2026-06-15' }
  const refused = await outcome(shop, owner, payoutScreen, { params: { id: 'po_1' }, form })
  expect(refused.fault).toContain('another currency than that of the order')
  expect(await shop.db.selectFrom('dispute_outcomes').select('id').execute()).toEqual([])
})
