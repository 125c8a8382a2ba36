import { expect, test } from 'vitest'
import { booksScreen } from '../../../src/server/console/books/books-page.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { importNewScreen } from '../../../src/server/console/imports/import-new-page.ts'
import { payoutScreen } from '../../../src/server/console/payouts/payout-page.ts'
import { payoutsScreen } from '../../../src/server/console/payouts/payouts-page.ts'
import { refundPayment } from '../../../src/server/ordering/payment/refund-payment.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, newBrowser, outcome, signedIn, staffPassword, visit, type Form } from './at-console.ts'
import { counted, head, line, paid, report, send } from './payout-reports.ts'

test('shows each row of a payout beside the payment that it names', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await paid(shop, 'pi_1')
  await paid(shop, 'pi_2')
  await paid(shop, 'pi_3', 'EUR')
  const text = report(
    line('t1', '100.05,2.10,97.95', 'charge', 'pi_1'),
    line('t2', '100.04,0,100.04', 'charge', 'pi_2'),
    line('t3', '100.05,0,100.05', 'charge', 'pi_3'),
    line('t4', '5,0,5', 'charge', 'pi_none'),
    line('t5', '-7.5,0,-7.50', 'fee'),
    line('t6', '-1,0,-1', 'other_adjustment', 'pi_1'),
    line('t7', '-2,0,-2', 'refund', 'pi_1'),
  )
  expect(await send(shop, owner, text)).toBe('imported')
  const page = await contentOf(shop, owner, payoutScreen, { params: { id: 'po_1' } })
  const found = Object.fromEntries(page.rows.map(({ id, difference }) => [id, difference]))
  expect(found).toEqual({
    t1: null,
    t2: 'amount',
    t3: 'currency',
    t4: 'unknown',
    t5: null,
    t6: 'other',
    t7: 'amount',
  })
  expect(page).toMatchObject({ gross: 30_214, fee: 960, net: 29_254, stated: null })
  expect(page.rows.flatMap(({ id, charged }) => (charged === null ? [] : [[id, charged]]))).toEqual([['t2', 10_005]])
})

test('a refund that the bank has paid is none of the provider', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  await paid(shop, 'pi_1')
  const { id: orderId } = await shop.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  await refundPayment(shop, { orderId, amount: 200, reason: 'goodwill', actor: 'operator', bankReference: 'BG 1' })
  const rows = [line('t1', '100.05,2.10,97.95', 'charge', 'pi_1'), line('t2', '-2,0,-2', 'refund', 'pi_1')]
  expect(await send(shop, owner, report(...rows))).toBe('imported')
  const page = await contentOf(shop, owner, payoutScreen, { params: { id: 'po_1' } })
  const found = Object.fromEntries(page.rows.map(({ id, difference }) => [id, difference]))
  expect(found).toEqual({ t1: null, t2: 'amount' })
})

test('the same report twice, also at once, counts once; another content is refused', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const text = report(line('t1', '10,1,9'), line('t2', '20,2,18', 'charge', '', 'po_2'))
  expect(await Promise.all([send(shop, owner, text), send(shop, owner, text)])).toEqual(['imported', 'imported'])
  expect(await send(shop, owner, text)).toBe('imported')
  expect(await counted(shop)).toEqual([2, 2, 1])
  expect(await send(shop, owner, report(line('t1', '11,1,10')))).toMatch(/po_1/)
  expect(await send(shop, owner, report(line('t1', '10,1,9', 'charge', '', 'po_3')))).toMatch(/po_3/)
  expect(await counted(shop)).toEqual([2, 2, 1])
})

/** A report that was sent when the last factor was too long ago, and the fields of the question for it. */
async function askedForFactor(shop: Shop, clock: ReturnType<typeof movableClock>) {
  const owner = await signedIn(shop, 'owner')
  clock.advance(20 * 60)
  const file = new File([report(line('t1', '10,1,9'))], 'payouts.csv', { type: 'text/csv' })
  const asked = await visit(shop, owner, payoutsScreen, { form: { action: 'import', file } })
  if (asked instanceof Response || !('stepUp' in asked.page)) throw new Error('The factor is not asked for.')
  return { owner, fields: asked.page.stepUp.fields }
}

test('a report is not chosen again after the second step', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { owner, fields } = await askedForFactor(shop, clock)
  const held = Object.fromEntries(fields)
  const wrong = await visit(shop, owner, payoutsScreen, { form: { ...held, 'factor:password': 'not the password' } })
  if (wrong instanceof Response || !('stepUp' in wrong.page)) throw new Error('A wrong password is taken.')
  expect([wrong.page.stepUp.fault, wrong.page.stepUp.fields]).toEqual(['The password is wrong.', fields])
  const form = { ...held, 'factor:password': staffPassword }
  expect(await visit(shop, owner, payoutsScreen, { form })).toBeInstanceOf(Response)
  expect(await counted(shop)).toEqual([1, 1, 1])
})

test('somebody who was signed out meanwhile is not shown the content of the report as what they typed', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const { fields } = await askedForFactor(shop, clock)
  const form = Object.fromEntries(fields)
  const lost = await visit(shop, newBrowser(), payoutsScreen, { form: { ...form, remark: 'Typed by hand' } })
  if (!(lost instanceof Response)) throw new Error('Somebody who was signed out is let in.')
  const [typed = '', again = ''] = (await lost.text()).split('<form')
  expect(typed).toContain('Typed by hand')
  expect(typed).not.toContain('payouts.csv')
  expect(again).toContain('payouts.csv')
})

test('a file that was chosen before its sender was signed out is sent again with the form', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const sent = async <Content>(screen: ConsoleScreenFunction<Content>, file: File) => {
    const lost = await visit(shop, newBrowser(), screen, { form: { action: 'import', file } })
    return lost instanceof Response ? { status: lost.status, page: await lost.text() } : { status: 0, page: '' }
  }
  const { status, page } = await sent(payoutsScreen, new File([report(line('t1', '10,1,9'))], 'payouts.csv'))
  const [typed = '', again = ''] = page.split('<form')
  expect([status, typed]).toEqual([403, expect.stringContaining('payouts.csv')])
  expect(typed).not.toContain('larger')
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  const hidden = [...again.matchAll(/name="([^"]*)" value="([^"]*)"/g)]
  const form = Object.fromEntries(hidden.map(([, field = '', value = '']) => [plain(field), plain(value)]))
  expect(await visit(shop, owner, payoutsScreen, { form })).toBeInstanceOf(Response)
  expect(await counted(shop)).toEqual([1, 1, 1])
  const large = await sent(payoutsScreen, new File([new Uint8Array(1_500_000)], '<b>large.csv'))
  expect(large.page).toContain('A chosen file is too large to be sent along. The form will ask for it again')
  expect(large.page).toContain('&lt;b>large.csv')
  expect(large.page).not.toContain('held-file')
  // A form whose files are written to disk is not read for a stranger, which is said, too.
  const upload = await sent(importNewScreen, new File(['sku;price'], 'prices.csv'))
  expect([upload.status, upload.page]).toEqual([403, expect.stringContaining('The form was not received.')])
  // The browser still has the files in the form: the way to sign in does not leave it.
  expect(upload.page).toMatch(/<a href="\/console\/sign-in[^>]* target="_blank"/)
})

test('a file that is too large to wait for the second step is named before it', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const owner = await signedIn(shop, 'owner')
  clock.advance(20 * 60)
  const file = new File([new Uint8Array(1_500_000)], 'large.csv')
  const asked = async (form: Form) => {
    const answer = await visit(shop, owner, payoutsScreen, { form })
    if (answer instanceof Response || !('stepUp' in answer.page)) throw new Error('The factor is not asked for.')
    return answer.page.stepUp
  }
  const first = await asked({ action: 'import', file })
  expect(first.notHeld).toEqual(['large.csv'])
  const held = Object.fromEntries(first.fields)
  expect((await asked({ ...held, 'factor:password': 'not the password' })).notHeld).toEqual(['large.csv'])
  const { status, fault } = await outcome(shop, owner, payoutsScreen, {
    form: { ...held, 'factor:password': staffPassword },
  })
  expect([status, fault]).toEqual([422, expect.stringContaining('large.csv was too large to wait here.')])
})

test('refuses a report that is not as expected as a whole', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const good = line('t1', '10,1,9')
  const wide = `${good},a cell too many`
  const bad: readonly (readonly [text: string, reason: string])[] = [
    ['', 'Choose the report'],
    [head, 'The file has no rows.'],
    ['a,b\n1,2', '9 columns are missing: automatic_payout_id, '],
    [report(good).replace(',fee', ',charge'), 'The column fee is missing.'],
    [`${head}\n"never closed`, 'The file is no CSV.'],
    ['PK\u0000\u0000', 'The file is no CSV.'],
    [report(good, wide), 'Row 3 has more or fewer cells'],
    [report(good, line('t2', '10,1,8')), 'Row 3, columns gross, fee and net: gross less fee is not net.'],
    [report(good, line('t2', '=1+1,0,0')), 'Row 3, column gross: “=1+1” is no amount such as 100.05.'],
    [report(good, line('t2', '1,0,1e3')), 'Row 3, column net: “1e3” is no amount'],
    [report(good, line('t2', '10,0.005,9')), 'Row 3, column fee: “0.005” is no amount'],
    [report(good, good), 'Row 3, column balance_transaction_id: The transaction t1 is there twice.'],
    [report(good, line('t2', '1,0,1', 'charge', '', 'po_1', 'eur')), 'Row 3, column currency: The payout has another'],
    [report(good, line('t2', '1,0,1').replace('06-10', '06-11')), 'Row 3, column automatic_payout_effective_at: The'],
    [report(line('t1', '1,0,1', 'charge', '', 'po_1', 'jpy')), 'Row 2, column currency: The shop does not know'],
    [report(line('=cmd()', '1,0,1')), 'Row 2, column balance_transaction_id: “=cmd()” is no id.'],
    [report(line('t1', '1,0,1', 'Charge!')), 'Row 2, column reporting_category: “Charge!” is no kind'],
    [report(line('t1', '1,0,1', 'charge', '<script>')), 'Row 2, column payment_intent_id: “<script>” is no id of a'],
    [report(line('t1', '1,0,1').replace('2026-06-10', '2026-02-31')), '“2026-02-31 00:00:00” is no day such as'],
    [report(line('x'.repeat(101), '1,0,1')), `“${'x'.repeat(60)}…” is no id.`],
    [report(...Array.from({ length: 5_001 }, (_, at) => line(`t${at}`, '1,0,1'))), 'more than 5,000 rows'],
    [report(good) + ' '.repeat(2_000_000), 'larger than 2 MB'],
  ]
  for (const [text, reason] of bad) expect(await send(shop, owner, text)).toContain(reason)
  expect(await send(shop, owner, report(good, line('t2', '1,0,x')), 'sv')).toBe(
    'Ingenting är inläst. Rad 3, kolumn net: ”x” är inget belopp som 100.05.',
  )
  expect(await counted(shop)).toEqual([0, 0, 0])
})

test('brings a payout to the books to the öre, unless its sums differ or its day is closed', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  const wrong = [line('t8', '50,0,50', 'charge', '', 'po_9'), line('t9', '-49,0,-49', 'payout', '', 'po_9')]
  const text = report(line('t1', '100.05,2.10,97.95'), line('t2', '-7.5,0,-7.50', 'fee'), ...wrong)
  expect(await send(shop, owner, text)).toBe('imported')
  const query = { from: '2026-06-10', to: '2026-06-10' }
  const file = await visit(shop, owner, booksScreen, { query, form: { action: 'sie', currency: 'SEK' } })
  if (!(file instanceof Response)) throw new Error('There is no file.')
  const sie = await file.text()
  expect([...sie.matchAll(/#TRANS (\d+) \{\} (\S+)/g)].map(([, account, sum]) => [account, sum])).toEqual([
    ['1930', '90.45'],
    ['6570', '9.60'],
    ['1580', '-100.05'],
  ])
  expect(sie).toContain('Utbetalning po_1')
  await shop.db.updateTable('books_closing').set({ closed_through: '2026-06-10' }).execute()
  expect(await send(shop, owner, text)).toBe('imported')
  expect(await send(shop, owner, report(line('t5', '1,0,1', 'charge', '', 'po_5')))).toMatch(/closed/)
  expect(await counted(shop)).toEqual([2, 3, 1])
})

test('a payout in another currency than its payments is compared and booked in both', async () => {
  await using shop = await fixtureShop()
  const owner = await signedIn(shop, 'owner')
  for (const reference of ['pi_1', 'pi_2', 'pi_3', 'pi_4']) await paid(shop, reference, 'SEK')
  const columns = `${head},customer_facing_amount,customer_facing_currency`
  const euros = (id: string, sums: string, reference: string, kind = 'charge') =>
    line(id, sums, kind, reference, 'po_1', 'eur')
  const rows = [
    `${euros('t1', '8.83,0.30,8.53', 'pi_1')},100.05,sek`,
    `${euros('t2', '8.82,0.30,8.52', 'pi_2')},100.04,sek`,
    // Nothing is known to be exchanged of one without what was paid, or of one in the currency of the payout.
    `${euros('t3', '8.83,0,8.83', 'pi_3')},,`,
    `${euros('t4', '8.83,0,8.83', 'pi_4')},8.83,eur`,
    `${euros('t5', '-1.00,0,-1.00', '', 'fee')},,`,
  ]
  expect(await send(shop, owner, [columns, ...rows].join('\n'))).toBe('imported')
  const page = await contentOf(shop, owner, payoutScreen, { params: { id: 'po_1' } })
  expect(page.rows.map(({ id, difference, paid: sum }) => [id, difference, sum]).toSorted()).toEqual([
    ['t1', null, 10_005],
    ['t2', 'amount', 10_004],
    ['t3', 'currency', null],
    ['t4', 'currency', null],
    ['t5', null, null],
  ])
  const query = { from: '2026-06-10', to: '2026-06-10' }
  const vouchersIn = async (currency: string) => {
    const file = await visit(shop, owner, booksScreen, { query, form: { action: 'sie', currency } })
    const text = file instanceof Response ? await file.text() : ''
    return [...text.matchAll(/#TRANS (\d+) \{\} (\S+)/g)].map(([, account, sum]) => [account, sum])
  }
  expect(await vouchersIn('EUR')).toEqual([
    ['1930', '33.71'],
    ['6570', '1.60'],
    ['1580', '-17.66'],
    ['3960', '-17.65'],
  ])
  expect(await vouchersIn('SEK')).toEqual([
    ['3960', '200.09'],
    ['1580', '-200.09'],
  ])
  // The same payout without these columns, as it was imported before they were read, is the same payout.
  const without = [head, ...rows.map((row) => row.split(',').slice(0, -2).join(','))]
  expect(await send(shop, owner, without.join('\n'))).toBe('imported')
  const wrong = `${euros('t6', '1,0,1', 'pi_1').replace('po_1', 'po_2')},1e3,sek`
  expect(await send(shop, owner, [columns, wrong].join('\n'))).toContain('Row 2, column customer_facing_amount')
})
