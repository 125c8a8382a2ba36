import { expect, test } from 'vitest'
import { giftCardsScreen } from '../../../src/server/console/gift-cards/gift-cards-page.ts'
import { deliverOutbox } from '../../../src/server/jobs/deliver-outbox.ts'
import { expireOrders } from '../../../src/server/ordering/fulfilment/expire-orders.ts'
import { newId } from '../../../src/server/platform/ids.ts'
import { aForm, bought, fixtureShop } from '../ordering/checkout/buyer.ts'
import { aCard, balanceOf, mailedCodes } from '../ordering/gift-cards/holder.ts'
import { contentOf, signedIn, visit, type Form } from './at-console.ts'
import { buyWith, shopWithOwner } from './card-shop.ts'

test('a card is shown once, used, found by its last letters, and its code is nowhere kept', async () => {
  await using at = await shopWithOwner()
  const { content } = await at.issue({ key: newId(), amount: '500,50' })
  const shown = content?.newCode
  if (!shown) throw new Error('No code is shown.')
  expect(shown).toMatchObject({ amount: 50_050, currency: 'SEK' })
  const ending = shown.code.slice(-4)
  expect((await at.list()).newCode).toBeNull()
  const { before } = await buyWith(at.shop, shown.code)
  expect(before.giftCards).toMatchObject([{ id: shown.id, ending }])
  const page = await at.page(shown.id)
  expect(page).toMatchObject({ endings: [ending], uses: [{ returned: 0 }] })
  expect(page.balance).toBe(50_050 - (page.uses[0]?.amount ?? 0))
  const order = page.uses[0]?.order ?? ''
  for (const q of [ending, ending.toLowerCase(), order, `#${order}`])
    expect((await at.list({ q })).list.rows.map(({ id }) => id)).toEqual([shown.id])
  expect((await at.open({ q: shown.code })).location).toBe(`/console/gift-cards?q=${ending}`)
  const kept = JSON.stringify([await at.audit(), await at.shop.db.selectFrom('outbox').selectAll().execute()])
  for (const secret of [shown.code, shown.code.replaceAll('-', ''), ending]) expect(kept).not.toContain(secret)
  expect((await at.audit()).map(({ operation, note }) => [operation, note])).toEqual([['gift_cards.issue', 'shown']])
})

test('a form that is sent twice, also at once, makes one card and one mail', async () => {
  await using at = await shopWithOwner()
  const form = { key: newId(), amount: '250', email: 'Karin@Example.se', language: 'sv' }
  const answers = await Promise.all([at.issue(form), at.issue(form)])
  expect(answers.map(({ location }) => location?.startsWith(`/console/gift-cards/${form.key}`))).toEqual([true, true])
  expect((await at.issue(form)).status).toBe(303)
  expect(await at.cards()).toMatchObject([{ id: form.key, amount: 25_000, balance: 25_000, email: 'karin@example.se' }])
  expect(await mailedCodes(at.shop, 'karin@example.se')).toHaveLength(1)
  expect(await at.audit()).toHaveLength(1)
  expect(JSON.stringify(await at.audit())).not.toContain('karin')
})

test('a file of gift cards has amounts that spreadsheets add up, and an address is no formula', async () => {
  await using at = await shopWithOwner()
  await aCard(at.shop, 1_234_567)
  const { id } = await aCard(at.shop, 5, 'EUR')
  await at.shop.db.updateTable('gift_cards').set({ email: '=1+1@x.se' }).where('id', '=', id).execute()
  const search = '?column=amount&column=balance&column=email'
  const form = { action: 'export', format: 'csv' }
  const file = await visit(at.shop, await signedIn(at.shop, 'owner'), giftCardsScreen, { search, form })
  if (!(file instanceof Response)) throw new Error('There is no file.')
  const lines = (await file.text()).replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe('Worth,Left,Recipient’s email,Currency')
  expect(lines.slice(1).toSorted()).toEqual(["0.05,0.05,'=1+1@x.se,EUR", '12345.67,12345.67,anna@example.se,SEK'])
})

test('wrong forms make no card', async () => {
  await using at = await shopWithOwner()
  const good = { key: newId(), amount: '10' }
  const wrongs: Form[] = [
    { amount: '0' },
    { amount: '-5' },
    { amount: '1e3' },
    { amount: '1234567' },
    { amount: '10.005' },
    { currency: 'XXX' },
    { email: 'nobody' },
    { key: '' },
    { key: 'a'.repeat(36) },
  ]
  for (const wrong of wrongs)
    expect(await at.issue({ ...good, ...wrong })).toMatchObject({ status: 422, fault: expect.any(String) })
  expect(await at.cards()).toEqual([])
})

test('a blocked card pays nothing, also when it is blocked during the checkout, and can be allowed again', async () => {
  await using at = await shopWithOwner()
  const { id, code } = await aCard(at.shop, 1_000_000)
  expect(await at.send(id, { action: 'block', reason: '' })).toMatchObject({ status: 422 })
  const block = async () => {
    expect(await at.send(id, { action: 'block', reason: 'Stolen' })).toMatchObject({ status: 303 })
  }
  const { before, answer } = await buyWith(at.shop, code, block)
  expect(before.due).toBe(0)
  expect(answer.kind).toBe('page')
  expect([await balanceOf(at.shop, id), (await at.page(id)).state]).toEqual([1_000_000, 'blocked'])
  expect(await at.send(id, { action: 'block', reason: 'Again' })).toMatchObject({ status: 422 })
  expect((await buyWith(at.shop, code)).before.giftCards).toEqual([])
  for (const action of ['mail', 'show']) expect(await at.send(id, { action })).toMatchObject({ status: 422 })
  const both = await Promise.all(['One', 'Two'].map((reason) => at.send(id, { action: 'unblock', reason })))
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  expect((await buyWith(at.shop, code)).answer.kind).toBe('go')
  expect((await at.audit()).map(({ operation }) => operation)).toEqual(['gift_cards.block', 'gift_cards.unblock'])
})

test('money of an order that is given back stays on a blocked card', async () => {
  await using at = await shopWithOwner()
  const { id, code } = await aCard(at.shop, 1_000)
  const { answer } = await buyWith(at.shop, code)
  expect(answer.kind).toBe('go')
  await at.send(id, { action: 'block', reason: 'Lost' })
  at.clock.advance(7 * 86_400)

  await expireOrders(at.shop)
  expect(await at.cards()).toMatchObject([{ id, status: 'blocked', balance: 1_000 }])
})

test('a lost code is mailed or shown again, both work, and a repeated click sends one mail', async () => {
  await using at = await shopWithOwner()
  const { id } = await aCard(at.shop, 5_000_000)
  await Promise.all([at.send(id, { action: 'mail' }), at.send(id, { action: 'mail' })])
  const codes = await mailedCodes(at.shop, 'anna@example.se')
  expect(codes).toHaveLength(1)
  const shown = await at.send(id, { action: 'show' })
  const again = shown.content?.newCode?.code ?? ''
  expect(again).toMatch(/^\w{4}(-\w{4}){3}$/)
  for (const code of [...codes, again]) expect((await buyWith(at.shop, code)).before.giftCards).toHaveLength(1)
  expect(JSON.stringify(await at.audit())).not.toMatch(new RegExp(`${again}|${codes[0]}|anna@`))
})

test('the list tells active, used up, expired, blocked and withdrawn cards apart', async () => {
  await using at = await shopWithOwner()
  const ids = new Map<string, string>()
  for (const state of ['expired', 'active', 'used_up', 'blocked', 'void']) {
    const { id } = await aCard(at.shop, 100)
    ids.set(state, id)
    const change =
      state === 'used_up'
        ? { balance: 0 }
        : state === 'expired'
          ? { expires_at: '2020-01-01T00:00:00.000Z' }
          : { status: state === 'active' ? ('live' as const) : (state as 'blocked' | 'void') }
    await at.shop.db.updateTable('gift_cards').set(change).where('id', '=', id).execute()
  }
  for (const [state, id] of ids) {
    expect((await at.list({ state })).list.rows.map((row) => row.id)).toEqual([id])
    const { state: shown, may } = await at.page(id)
    // A code of a card with which nothing can be bought is of no use.
    expect([shown, may.mail, may.show]).toEqual([state, state === 'active', state === 'active'])
    if (state !== 'active') expect(await at.send(id, { action: 'mail' })).toMatchObject({ status: 422 })
  }
  expect((await at.list({ state: 'x' })).list.rows).toHaveLength(5)
})

test('who may not issue sees cards but changes none, and nobody a card that does not exist', async () => {
  await using at = await shopWithOwner()
  const { id } = await aCard(at.shop, 100)
  await bought(at.shop, [['FAN', 1]], aForm())
  for (const action of ['block', 'unblock', 'mail', 'show'])
    expect((await at.as('seller', id, { action, reason: 'x' })).status).toBe(403)
  expect((await at.as('warehouse', id, { action: 'block', reason: 'x' })).status).toBe(403)
  expect((await at.send('x', { action: 'block', reason: 'x' })).status).toBe(404)
  expect((await at.page(id)).state).toBe('active')
  await deliverOutbox(at.shop)
  expect(await at.audit()).toEqual([])
})

test('a balance and a last day are set by hand, once of two at once, and never over a purchase', async () => {
  await using at = await shopWithOwner()
  const { id, code } = await aCard(at.shop, 10_000)
  const { was, lastDay } = await at.page(id)
  const good = { action: 'change', balance: '50,50', until: '2040-01-31', reason: 'Extended', was }
  const wrongs: Form[] = [
    { reason: '' },
    { balance: '-1' },
    { balance: '1e3' },
    { balance: '100,01' },
    { until: '' },
    { until: '2040-02-30' },
    { until: '2001-01-01' },
    { was: '' },
  ]
  for (const wrong of wrongs)
    expect(await at.send(id, { ...good, ...wrong }), JSON.stringify(wrong)).toMatchObject({ status: 422 })
  expect(await at.audit()).toEqual([])
  const both = await Promise.all([at.send(id, good), at.send(id, { ...good, balance: '1' })])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
  const page = await at.page(id)
  expect([page.lastDay, page.uses]).toEqual(['2040-01-31', []])
  expect([100, 5_050]).toContain(page.balance)
  expect(await at.send(id, { ...good, was: page.was, balance: '100', until: lastDay })).toMatchObject({ status: 303 })
  const { was: stale } = await at.page(id)
  expect((await buyWith(at.shop, code)).answer.kind).toBe('go')
  const left = await balanceOf(at.shop, id)
  expect(await at.send(id, { ...good, was: stale })).toMatchObject({ status: 422 })
  expect(await balanceOf(at.shop, id)).toBe(left)
  expect((await at.audit()).map(({ operation, note }) => [operation, note])).toEqual(
    Array.from({ length: 2 }, () => ['gift_cards.change', 'Extended']),
  )
})

test('what is left on cards is summed by whether they were sold, blocked or have expired', async () => {
  await using at = await shopWithOwner()
  expect((await at.list()).debts).toEqual([])
  const [given, blocked, expired, sold] = [
    await aCard(at.shop, 100),
    await aCard(at.shop, 20),
    await aCard(at.shop, 3),
    await aCard(at.shop, 7_000),
  ]
  await at.send(blocked.id, { action: 'block', reason: 'Lost' })
  const set = (id: string, row: { expires_at?: string; order_id?: string; status?: 'void' }) =>
    at.shop.db.updateTable('gift_cards').set(row).where('id', '=', id).execute()
  await set(expired.id, { expires_at: '2001-01-01T00:00:00.000Z' })
  await buyWith(at.shop, given.code)
  const order = await at.shop.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  await set(sold.id, { order_id: order.id })
  expect((await at.list()).debts).toEqual([
    { currency: 'SEK', sold: 7_000, given: 20 + (await balanceOf(at.shop, given.id)), blocked: 20, expired: 3 },
  ])
  await set(sold.id, { status: 'void' })
  expect((await at.list()).debts).toMatchObject([{ sold: 0 }])
})

test('a balance that was set by hand is taken back, until somebody pays with the card', async () => {
  await using at = await shopWithOwner()
  const { id, code } = await aCard(at.shop, 10_000)
  const set = async (balance: string) => {
    const { was, lastDay } = await at.page(id)
    return at.send(id, { action: 'change', balance, until: lastDay, reason: 'By mistake', was })
  }
  const newest = async () => (await at.page(id)).audit[0]
  const undo = (line: { id: string } | undefined) => at.send(id, { action: 'undo', entry: line?.id ?? '' })
  await set('5')
  const first = await newest()
  expect(first?.undo).toBe('undo')
  expect((await at.as('seller', id, { action: 'undo', entry: first?.id ?? '' })).status).toBe(403)
  const both = await Promise.all([undo(first), undo(first)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect(await balanceOf(at.shop, id)).toBe(10_000)
  expect((await undo(await newest())).fault).toBeNull()
  expect(await balanceOf(at.shop, id)).toBe(500)
  await set('90')
  const last = await newest()
  expect((await buyWith(at.shop, code)).answer.kind).toBe('go')
  const left = await balanceOf(at.shop, id)
  expect((await newest())?.undo).toBeUndefined()
  expect((await undo(last)).fault).toContain('afterwards')
  expect(await balanceOf(at.shop, id)).toBe(left)
})

test('the form is filled in for the buyer of an order, whose address is not in the address of the page', async () => {
  await using shop = await fixtureShop()
  await bought(shop, [['FAN', 1]])
  const number = (await shop.db.selectFrom('orders').select('number').executeTakeFirstOrThrow()).number
  const buyerFor = async (role: string, order: string) =>
    (await contentOf(shop, await signedIn(shop, role), giftCardsScreen, { query: { order } })).buyer
  expect(await buyerFor('owner', number)).toEqual({ email: 'anna@example.se', currency: 'SEK', language: 'sv' })
  for (const unknown of ['', '999999', "' or 1=1"]) expect(await buyerFor('owner', unknown)).toBeNull()
  expect(await buyerFor('accountant', number)).toBeNull()
})
