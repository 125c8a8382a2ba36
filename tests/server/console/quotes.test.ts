import { expect, test } from 'vitest'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { quoteScreen } from '../../../src/server/console/quotes/quote-page.ts'
import { quotesScreen } from '../../../src/server/console/quotes/quotes-page.ts'
import { newRequestScreen } from '../../../src/server/console/requests/new-request-page.ts'
import { requestScreen } from '../../../src/server/console/requests/request-page.ts'
import { requestsScreen } from '../../../src/server/console/requests/requests-page.ts'
import { roleScreen } from '../../../src/server/console/staff/roles-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { acceptQuote, withdrawQuote } from '../../../src/server/ordering/quotes/accept-quote.ts'
import { quoteByNumber } from '../../../src/server/ordering/quotes/queries.ts'
import { requestQuote } from '../../../src/server/ordering/quotes/request-quote.ts'
import { quoteCommands } from '../../../src/tools/commands/quote/commands.ts'
import { addOrganization } from '../identity/page-visit.ts'
import { addCustomer, mailsOf } from '../identity/shopper.ts'
import { fixtureShop, movableClock, swedish } from '../ordering/checkout/buyer.ts'
import { aRequest, sent } from '../ordering/requests/asker.ts'
import { contentOf, outcome, setRole, signedIn, visit, type Form } from './at-console.ts'

const reader = { customerId: 'anna', organization: null }
const evil = '<script>alert(1)</script> =1+1'

/** A shop where anna has asked for the price of five fans. */
async function shopWithQuoteRequest({ isFirm = false } = {}) {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  await addCustomer(shop, { id: 'anna' })
  if (isFirm) await addOrganization(shop, { id: 'firm', members: { anna: 'buyer' } })
  const organization = isFirm ? { id: 'firm', isAdmin: false } : null
  const items = [{ sku: 'FAN', quantity: 5 }]
  const checkoutId = await storeCart(shop, swedish(), { checkoutId: null, items, coupons: [], customerId: 'anna' })
  const asked = await requestQuote(shop, { reader: { customerId: 'anna', organization }, checkoutId, message: evil })
  if (asked.kind !== 'asked') throw new Error(asked.kind)
  const { number } = asked
  const browser = await signedIn(shop, 'seller')
  const params = { number }
  const page = (as = browser) => contentOf(shop, as, quoteScreen, { params })
  return {
    shop,
    clock,
    number,
    browser,
    page,
    row: async () => {
      const row = await quoteByNumber(shop.db, number)
      if (!row) throw new Error('The quote is gone.')
      return row
    },
    send: (form: Form, as = browser) => outcome(shop, as, quoteScreen, { params, form }),
    answer: async (form: Form = {}) => {
      const { version, terms } = await page()
      return { action: 'answer', version, until: terms.until, 'price:1': '49,90', basis: 'inc', answer: 'Hej', ...form }
    },
    audit: () => shop.db.selectFrom('audit_log').selectAll().where('operation', 'like', 'quotes.%').execute(),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

test('a quote is answered with and without VAT, mailed, logged without its texts, and answered anew', async () => {
  await using at = await shopWithQuoteRequest({ isFirm: true })
  const list = await contentOf(at.shop, at.browser, quotesScreen, { query: { status: 'requested' } })
  expect(list.rows.map(({ label }) => label)).toEqual([at.number])
  expect(await at.page()).toMatchObject({ state: 'requested', message: evil, terms: { basis: 'ex' }, total: null })
  expect(await at.send(await at.answer({ basis: 'ex', 'price:1': '1 000,00' }))).toMatchObject({ status: 303 })
  expect(await at.page()).toMatchObject({
    state: 'priced',
    lines: [{ unit: { inc: 125_000, ex: 100_000 } }],
    total: { inc: 625_000, ex: 500_000 },
    answer: 'Hej',
  })
  expect((await mailsOf(at.shop)).some((mail) => mail.includes(at.number) && mail.includes('anna@'))).toBe(true)
  at.clock.advance(60)
  expect(await at.send(await at.answer({ 'price:1': '', answer: 'Längre' }))).toMatchObject({ status: 303 })
  expect(await at.page()).toMatchObject({ answer: 'Längre', lines: [{ unit: { inc: 125_000 } }] })
  const log = await at.audit()
  expect(log.map(({ operation, subject }) => [operation, subject])).toEqual([
    ['quotes.answer', at.number],
    ['quotes.answer', at.number],
  ])
  expect(JSON.stringify(log)).not.toMatch(/Hej|Längre|anna|script/)
  expect(log[0]?.after).toContain('125000')
})

test('prices, percent, days and reasons that make no sense change nothing', async () => {
  await using at = await shopWithQuoteRequest()
  const bad: Form[] = [
    { 'price:1': '-5' },
    { 'price:1': '0' },
    { 'price:1': '999999999999' },
    { 'price:1': '4.999' },
    { 'price:1': 'NaN' },
    { 'price:1': '1e5' },
    { 'price:1': '' },
    { 'price:2': '5', 'price:1': '' },
    { 'price:1': '', percent: '100' },
    { 'price:1': '', percent: '-1' },
    { until: '2020-01-01' },
    { until: '2999-01-01' },
    { until: '2026-02-31' },
    { until: '' },
  ]
  for (const form of bad) expect([form, (await at.send(await at.answer(form))).status]).toEqual([form, 422])
  const { version } = await at.page()
  expect(await at.send({ action: 'reject', version, answer: ' ' })).toMatchObject({ status: 422 })
  expect(await at.page()).toMatchObject({ state: 'requested', version })
  expect(await at.audit()).toEqual([])
  expect(await at.send(await at.answer({ 'price:1': '99999999.99' }))).toMatchObject({ status: 303 })
  expect((await at.page()).total?.inc).toBe(49_999_999_995)
})

test('what is wrong with an answer is said at its field', async () => {
  await using at = await shopWithQuoteRequest()
  const params = { number: at.number }
  const places = async (screen: ConsoleScreenFunction<unknown>, where: { number: string }, form: Form) => {
    const result = await visit(at.shop, at.browser, screen, { params: where, form })
    if (result instanceof Response || 'stepUp' in result.page) throw new Error('The form was not refused.')
    const { values, fault } = result.page
    return Object.entries(values).flatMap(([name, text]) => (text === fault ? [name.replace('fault:', '')] : []))
  }
  const quote = async (form: Form) => places(quoteScreen, params, await at.answer(form))
  expect(await quote({ 'price:1': '12,345' })).toEqual(['price:1'])
  expect(await quote({ 'price:1': '' })).toEqual(['price:1'])
  expect(await quote({ 'price:1': '', percent: '100' })).toEqual(['percent'])
  expect(await quote({ until: '2020-01-01' })).toEqual(['until'])
  const { version } = await at.page()
  expect(await places(quoteScreen, params, { action: 'reject', version, answer: '' })).toEqual(['answer'])
  const asked = { number: await sent(at.shop, aRequest({})) }
  const { terms } = await contentOf(at.shop, at.browser, requestScreen, { params: asked })
  const form = { action: 'answer', until: terms.until, basis: 'inc', answer: '', 'price:1': '123.45' }
  expect(await places(requestScreen, asked, { ...form, 'price:1': '0' })).toEqual(['price:1'])
  expect(await places(requestScreen, asked, { ...form, 'sku:1': 'no-such-part' })).toEqual(['sku:1'])
  expect(await places(requestScreen, asked, { ...form, 'quantity:1': '0' })).toEqual(['quantity:1'])
})

test('a percentage fills the prices that are not written', async () => {
  await using at = await shopWithQuoteRequest()
  const list = (await at.page()).lines[0]?.list.inc ?? 0
  expect(await at.send(await at.answer({ 'price:1': '', percent: '10' }))).toMatchObject({ status: 303 })
  expect((await at.page()).lines[0]?.unit?.inc).toBe(Math.round(list * 0.9))
})

test('of two answers at once one is refused, and so is the answer to what the customer has decided', async () => {
  await using at = await shopWithQuoteRequest()
  const form = await at.answer()
  const both = await Promise.all([at.send(form), at.send({ ...form, 'price:1': '20' })])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  expect(await at.audit()).toHaveLength(1)
  const late = await at.answer({ 'price:1': '1' })
  expect(await withdrawQuote(at.shop, reader, await at.row())).toBe(true)
  expect(await at.send(late)).toMatchObject({ status: 422, fault: expect.stringContaining('Somebody') })
  const { version, may, state } = await at.page()
  expect([state, may.answer]).toEqual(['withdrawn', false])
  for (const action of ['answer', 'reject', 'withdraw'])
    expect(await at.send({ ...late, action, version })).toMatchObject({
      status: 422,
      fault: expect.stringContaining('decided already'),
    })
  expect(await at.audit()).toHaveLength(1)
})

test('staff see what the customer does, reject with a reason, and note a no without a mail', async () => {
  await using at = await shopWithQuoteRequest()
  await at.send(await at.answer())
  await acceptQuote(at.shop, reader, await at.row())
  expect(await at.page()).toMatchObject({ isCheckoutOpen: true, order: null })
  const before = (await mailsOf(at.shop)).length
  const { version } = await at.page()
  expect(await at.send({ action: 'withdraw', version })).toMatchObject({ status: 303 })
  expect(await at.page()).toMatchObject({ state: 'withdrawn', decidedAt: expect.any(String) })
  expect(await mailsOf(at.shop)).toHaveLength(before)
  await using other = await shopWithQuoteRequest()
  const { version: seen } = await other.page()
  expect(await other.send({ action: 'reject', version: seen, answer: 'Slut hos alla' })).toMatchObject({ status: 303 })
  expect(await other.page()).toMatchObject({ state: 'rejected', answer: 'Slut hos alla' })
  expect((await mailsOf(other.shop)).some((mail) => mail.includes('Slut hos alla'))).toBe(true)
})

test('the command withdraws as the console does', async () => {
  await using at = await shopWithQuoteRequest()
  await quoteCommands['withdraw']?.(at.shop, ['withdraw', at.number].slice(1))
  expect((await at.page()).state).toBe('withdrawn')
  await expect(quoteCommands['withdraw']?.(at.shop, [at.number])).rejects.toThrow('withdrawn')
})

test('a priced quote past its day is expired, and the list can be filtered by that', async () => {
  await using at = await shopWithQuoteRequest()
  await at.send(await at.answer())
  at.clock.advance(31 * 86_400)
  const browser = await signedIn(at.shop, 'seller')
  expect(await at.page(browser)).toMatchObject({ state: 'expired', may: { answer: true } })
  const labels = async (status: string) =>
    (await contentOf(at.shop, browser, quotesScreen, { query: { status } })).rows.map(({ label }) => label)
  expect([await labels('expired'), await labels('priced')]).toEqual([[at.number], []])
})

test('who may only see quotes changes none', async () => {
  await using at = await shopWithQuoteRequest()
  const owner = await signedIn(at.shop, 'owner')
  const params = { name: 'new' }
  await outcome(at.shop, owner, roleScreen, {
    params,
    form: { action: 'save', version: '0', name: 'reader', 'permission:quotes.view': '1' },
  })
  const browser = await signedIn(at.shop, 'accountant', 'reader@shop.example')
  await setRole(at.shop, 'reader@shop.example', 'reader')
  const { version, may, buyer } = await at.page(browser)
  expect([may.answer, buyer.address]).toEqual([false, null])
  for (const action of ['answer', 'reject', 'withdraw'])
    expect(await at.send({ ...(await at.answer()), action, version }, browser)).toMatchObject({ status: 403 })
  expect((await at.page()).state).toBe('requested')
})

test('a request for parts is answered by a quote or declined, once', async () => {
  await using at = await shopWithQuoteRequest()
  const { shop, browser } = at
  const number = await sent(shop, aRequest({ message: evil }))
  const params = { number }
  const page = () => contentOf(shop, browser, requestScreen, { params })
  const send = (form: Form) => outcome(shop, browser, requestScreen, { params, form })
  const waiting = (await contentOf(shop, browser, todayScreen)).waiting
  expect(waiting).toContainEqual({ what: 'requests', count: 1, address: expect.stringContaining('status=open') })
  expect((await contentOf(shop, browser, requestsScreen, { query: { q: 'anna@' } })).rows).toHaveLength(1)
  const { terms } = await page()
  const form = { action: 'answer', until: terms.until, basis: 'inc', answer: 'Gärna', 'price:1': '123.45' }
  const bad: Form[] = [
    { 'price:1': '' },
    { 'price:1': '-1' },
    { 'sku:1': 'no-such-part' },
    { 'quantity:1': '0' },
    { 'quantity:1': '99999' },
    { 'price:7': '5' },
    { until: '2020-01-01' },
  ]
  for (const each of bad) expect([each, (await send({ ...form, ...each })).status]).toEqual([each, 422])
  const both = await Promise.all([send(form), send({ ...form, 'price:1': '99' })])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  const { quote, status, may } = await page()
  expect([status, may.answer]).toEqual(['answered', false])
  expect(await contentOf(shop, browser, quoteScreen, { params: { number: quote ?? '' } })).toMatchObject({
    state: 'priced',
    request: number,
    buyer: { email: 'anna@example.se', address: null },
  })
  expect(await send({ action: 'decline', reason: 'Nej' })).toMatchObject({ status: 422 })
  const log = await shop.db.selectFrom('audit_log').selectAll().where('operation', 'like', 'requests.%').execute()
  expect(log.map(({ operation, subject }) => [operation, subject])).toEqual([['requests.answer', number]])
  expect(JSON.stringify(log)).not.toMatch(/Anna|anna@|script/)
  const second = { params: { number: await sent(shop, aRequest({ quantity: '3' })) } }
  expect(
    await outcome(shop, browser, requestScreen, { ...second, form: { action: 'decline', reason: '' } }),
  ).toMatchObject({ status: 303 })
  expect(await contentOf(shop, browser, requestScreen, second)).toMatchObject({ status: 'closed' })
})

test('a quote for somebody on the phone is written down, priced and mailed once', async () => {
  await using shop = await fixtureShop()
  const seller = await signedIn(shop, 'seller')
  const typed = { email: 'Ring@Example.com', name: 'Bo Verkstad', organization: '', language: 'sv', device: '' }
  const make = (form: Form) =>
    outcome(shop, seller, newRequestScreen, {
      form: { action: 'make', ...typed, lines: 'FAN 3\nnågot annat', ...form },
    })
  for (const [form, field] of [
    [{ email: 'nobody' }, 'email'],
    [{ name: ' ' }, 'name'],
    [{ lines: '' }, 'lines'],
    [{ lines: 'FAN\n'.repeat(21) }, 'lines'],
  ] as const)
    expect((await make(form)).values).toMatchObject({ [`fault:${field}`]: expect.any(String) })
  const made = [await make({}), await make({})].map(({ location }) => location)
  expect(made).toEqual([made[0], made[0]])
  const params = { number: /P\d+/.exec(made[0] ?? '')?.[0] ?? '' }
  const { lines, sender, terms } = await contentOf(shop, seller, requestScreen, { params })
  expect(sender).toMatchObject({ email: 'ring@example.com', name: 'Bo Verkstad', address: null })
  expect(lines.map(({ sku, quantity, price }) => [sku, quantity, price])).toEqual([
    ['FAN', 3, 9_900],
    [null, 1, null],
  ])
  const entries = await shop.db.selectFrom('audit_log').select(['operation', 'subject']).execute()
  expect(entries.filter(({ operation }) => operation === 'requests.make')).toEqual([
    { operation: 'requests.make', subject: params.number },
  ])
  const mails = async () => (await shop.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)
  expect(await mails()).toEqual([])
  const form = { action: 'answer', 'price:1': '80', basis: 'inc', answer: '', until: terms.until }
  const send = (more: Form) => outcome(shop, seller, requestScreen, { params, form: { ...form, ...more } })
  const words = await send({ 'sku:2': 'ram part', 'price:2': '10', answer: 'Hej' })
  expect(words.content?.lines[1]?.meant.map(({ sku }) => sku)).toContain('RAM')
  expect(words.content?.typed).toMatchObject({ 'sku:2': 'ram part', 'price:1': '80', answer: 'Hej' })
  const { content } = await send({ 'sku:2': 'ram part', 'price:2': '10', pick: '2:RAM' })
  expect(content?.lines[1]).toMatchObject({ sku: 'RAM', price: expect.any(Number), meant: [] })
  expect([content?.typed?.['sku:2'], (await send({ 'sku:2': 'zzqxx', 'price:2': '10' })).status]).toEqual(['RAM', 422])
  expect(await mails()).toEqual([])
  expect((await outcome(shop, seller, requestScreen, { params, form })).fault).toBeNull()
  expect(await mails()).toEqual(['mail.quote_priced'])
})
