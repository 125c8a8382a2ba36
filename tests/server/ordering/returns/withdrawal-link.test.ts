import { describe, expect, test } from 'vitest'
import { mailsOf } from '../../identity/shopper.ts'
import { fixtureShop, movableClock } from '../checkout/buyer.ts'
import { confirmed, countsOf, delivered, paidBack, statusOf } from '../orders/parcels.ts'
import { type Browser, anna, name, answer, ask, mailedLink, opened, byLink } from './withdrawal-browser.ts'

describe('before anything is verified', () => {
  test("correct or wrong number and address get one answer, and only the order's address gets a mail", async () => {
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

  test('a missing field is reported, the form is kept, and requests are limited by network and address', async () => {
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
            { number: '100002', email: 'x@example.se', action: 'ask' },
            { clientAddress: `2001:db8::${at}` },
          )
        ).kind,
      )
    expect(kinds).toEqual([...Array<string>(20).fill('mailed'), 'ask'])
    expect(
      await shop.db.selectFrom('outbox').select('id').where('kind', '=', 'mail.withdrawal_link').execute(),
    ).toHaveLength(3)
  })

  test('requests with other numbers do not use up the mails of an address', async () => {
    await using shop = await fixtureShop()
    await confirmed(shop, [['FAN', 1]])
    for (let at = 0; at < 4; at++) {
      await ask(shop, { ...anna, number: String(200_000 + at), action: 'ask' }, { clientAddress: `192.0.2.${at}` })
      const disguised = { number: '100001 anna+', email: 'x@example.se', action: 'ask' }
      await ask(shop, disguised, { clientAddress: `192.0.2.${at}` })
    }
    await ask(shop, { ...anna, action: 'ask' }, { clientAddress: '192.0.2.9' })
    expect((await mailsOf(shop)).filter((mail) => mail.includes('withdrawal-link-'))).toHaveLength(1)
  })

  test('an unconfirmed order gets no mail, and an invalid link shows nothing', async () => {
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
  test('does nothing when opened, withdraws once, and is then used up', async () => {
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

  test('opened late keeps the date of the request, and expires after 14 days', async () => {
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

  test('a number with a zero byte, which PostgreSQL refuses, is read without it', async () => {
    await using shop = await fixtureShop()
    await confirmed(shop, [['FAN', 1]])
    await ask(shop, { number: '100001\0', email: anna.email, action: 'ask' })
    expect((await mailsOf(shop)).some((text) => text.includes('withdrawal-link-'))).toBe(true)
  })

  test('the mail says what will happen, and that nothing happens before', async () => {
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
