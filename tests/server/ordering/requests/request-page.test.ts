import { describe, expect, test } from 'vitest'
import type { Env } from '../../../../src/server/platform/env.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { bearerOf } from '../../identity/page-visit.ts'
import { addCustomer, mailsOf } from '../../identity/shopper.ts'
import { fixtureShop, movableClock } from '../checkout/buyer.ts'
import { aRequest, askPage, requestCount, sent } from './asker.ts'

const plain = (mail: string) => mail.replaceAll('\u00a0', ' ')
const stored = (shop: Shop) =>
  shop.db.selectFrom('part_request_lines').selectAll().orderBy('request_id').orderBy('position').execute()

describe('the form of a request', () => {
  test('is filled in with a product, the text of a search, or several lines', async () => {
    await using shop = await fixtureShop()
    expect(await askPage(shop, { query: '?part=bat-unpriced' })).toMatchObject({
      page: { part: { sku: 'BAT-UNPRICED', name: 'bat-unpriced del' }, typed: { number: 'BAT-UNPRICED' } },
    })
    expect(await askPage(shop, { query: '?part=kb-us', path: '/en/request' })).toMatchObject({
      page: { part: { name: 'kb part, US' } },
    })
    expect(await askPage(shop, { query: '?q=Zzqx%20%3Cb%3E%00x' })).toMatchObject({
      page: { part: null, typed: { number: 'Zzqx <b> x' } },
    })
    expect(await askPage(shop, { query: '?part=bat-draft' })).toMatchObject({
      page: { part: null, typed: { number: 'bat-draft' } },
    })
    expect(await askPage(shop, { query: '?lines=zz-1%3B%202%0Azz-2%3B%201' })).toMatchObject({
      page: { typed: { number: 'zz-1', quantity: '2', lines: 'zz-2; 1' } },
    })
    expect(await askPage(shop, { query: '?device=20L7-S08X' })).toMatchObject({
      page: { typed: { number: '', device: '20L7-S08X' } },
    })
    expect(await askPage(shop, { query: `?q=${'x'.repeat(9_000)}` })).toMatchObject({ status: 200 })
  })

  test('says what is wrong at the fields, keeps what was typed and stores nothing', async () => {
    await using shop = await fixtureShop()
    const form = aRequest({
      number: '',
      quantity: 'två',
      name: ' ',
      email: 'anna@',
      vat_number: 'SE12',
      message: 'Hej',
    })
    expect(await askPage(shop, { form })).toMatchObject({
      status: 422,
      page: {
        typed: { message: 'Hej', email: 'anna@', vat_number: 'SE12', quantity: 'två' },
        errors: {
          number: 'part_missing',
          name: 'required',
          email: 'email_invalid',
          vat_number: 'vat_number_invalid',
        },
      },
    })
    const errorsOf = async (changes: Record<string, string>) => {
      const answer = await askPage(shop, { form: aRequest(changes) })
      return answer.kind === 'page' && answer.page.kind === 'form' ? answer.page.errors : undefined
    }
    expect(await errorsOf({ quantity: '0' })).toEqual({ quantity: 'quantity_invalid' })
    expect(await errorsOf({ message: 'x'.repeat(2_001), name: 'x'.repeat(200) })).toEqual({
      message: 'too_long',
      name: 'too_long',
    })
    const lines = Array.from({ length: 20 }, (_, at) => `zz-${at}; 1`).join('\n')
    expect(await errorsOf({ lines })).toEqual({ lines: 'too_many_parts' })
    expect(await errorsOf({ email: 'a\u0000@b' })).toEqual({ email: 'email_invalid' })
    expect(await requestCount(shop)).toBe(0)
  })

  test('shows the product again after an error', async () => {
    await using shop = await fixtureShop()
    expect(await askPage(shop, { form: aRequest({ part: 'BAT-UNPRICED', name: '' }) })).toMatchObject({
      status: 422,
      page: { part: { sku: 'BAT-UNPRICED' } },
    })
  })

  test('stores the parts, with the products that are known, and the region of the shopper', async () => {
    await using shop = await fixtureShop()
    const form = aRequest({ lines: 'F3YGT; 3\nskärm till Latitude 7490, matt\n', device: 'Latitude\u0000 7490' })
    expect(await sent(shop, form, { path: '/en/request', shopping: { country: 'DE' } })).toBe('P100001')
    expect(await shop.db.selectFrom('part_requests').selectAll().executeTakeFirst()).toMatchObject({
      status: 'open',
      language: 'en',
      country: 'DE',
      customer_id: null,
      email: 'anna@example.se',
      device: 'Latitude 7490',
    })
    expect(await stored(shop)).toMatchObject([
      { position: 1, text: 'bat-unpriced', quantity: 2, product_id: 'bat-unpriced' },
      { position: 2, text: 'F3YGT', quantity: 3, product_id: 'bat' },
      { position: 3, text: 'skärm till Latitude 7490, matt', quantity: 1, product_id: null },
    ])
  })

  test('asks a signed-in customer for no name and takes no other address', async () => {
    await using shop = await fixtureShop()
    await addCustomer(shop, { id: 'buyer' })
    const bearer = await bearerOf(shop, 'buyer')
    expect(await askPage(shop, { bearer })).toMatchObject({ page: { account: { email: 'buyer@example.se' } } })
    await sent(shop, aRequest({ name: 'Another', email: 'victim@example.se' }), { bearer })
    expect(await shop.db.selectFrom('part_requests').selectAll().executeTakeFirst()).toMatchObject({
      customer_id: 'buyer',
      email: 'buyer@example.se',
      name: 'Name of buyer',
    })
  })
})

describe('repeated and many requests', () => {
  test('the same request within minutes is one, also when it is sent twice at once', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const numbers = await Promise.all([1, 2, 3].map(() => sent(shop)))
    expect(new Set(numbers).size).toBe(1)
    expect(await sent(shop, aRequest({ email: 'ANNA@example.se' }))).toBe('P100001')
    expect(await sent(shop, aRequest({ message: 'Och en till' }))).toBe('P100002')
    expect((await mailsOf(shop)).filter((mail) => mail.includes('To: anna@example.se'))).toHaveLength(2)
    clock.advance(16 * 60)
    expect(await sent(shop)).toBe('P100003')
    expect(await requestCount(shop)).toBe(3)
  })

  test('an address gets five receipts a day, whoever asks', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const ask = (at: number, email = 'anna@example.se') =>
      askPage(shop, { form: aRequest({ message: String(at), email }), from: `192.0.${at}.1` })
    for (let at = 0; at < 5; at += 1) expect(await ask(at)).toMatchObject({ page: { kind: 'sent' } })
    expect(await ask(6)).toMatchObject({
      status: 429,
      page: { kind: 'form', isTooOften: true, typed: { message: '6' } },
    })
    expect(await ask(7, 'Anna@EXAMPLE.se')).toMatchObject({ status: 429 })
    expect(await ask(7, 'anna+1@example.se')).toMatchObject({ status: 429 })
    expect(await ask(8, 'other@example.se')).toMatchObject({ page: { kind: 'sent' } })
    clock.advance(86_401)
    expect(await ask(9)).toMatchObject({ page: { kind: 'sent' } })
  })

  test('a stranger uses up three of the requests for an address, and its owner sends the others', async () => {
    await using shop = await fixtureShop()
    const ask = (message: string, from: string) => askPage(shop, { form: aRequest({ message }), from })
    for (const message of ['1', '2', '3'])
      expect(await ask(message, '192.0.2.9')).toMatchObject({ page: { kind: 'sent' } })
    for (const message of ['3', '4', '5', '6']) await ask(message, '192.0.2.9')
    expect(await ask('7', '192.0.2.9')).toMatchObject({ status: 429, page: { kind: 'form', isTooOften: true } })
    for (const message of ['8', '9']) expect(await ask(message, '192.0.2.1')).toMatchObject({ page: { kind: 'sent' } })
  })

  test('a network sends twenty an hour, and thirty at once are no more', async () => {
    await using shop = await fixtureShop()
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, at) => askPage(shop, { form: aRequest({ email: `a${at}@example.se` }) })),
    )
    expect(all.filter((answer) => answer.kind === 'page' && answer.page.kind === 'sent')).toHaveLength(20)
    expect(await requestCount(shop)).toBe(20)
  })
})

describe('the mails of a request', () => {
  test('the receipt is in the language of the page and repeats nothing that the sender wrote', async () => {
    await using shop = await fixtureShop()
    const spam = 'Win money at https://evil.example/now'
    const form = aRequest({
      number: spam,
      lines: `bat; 2\n${spam}; 3`,
      device: spam,
      message: spam,
      name: spam,
      organization: spam,
      email: 'victim@example.se',
    })
    await sent(shop, form, { path: '/en/request' })
    const [receipt = '', ...others] = (await mailsOf(shop)).map(plain)
    expect(others).toEqual([])
    expect(receipt).toContain('To: victim@example.se')
    expect(receipt).toContain('Subject: We have received your request P100001')
    expect(receipt).toContain('2 x bat part (BAT)')
    expect(receipt).toContain('and 2 other parts')
    expect(receipt).toContain('<html')
    expect(receipt).not.toMatch(/evil|money/i)
  })

  test('a receipt without known parts counts them', async () => {
    await using shop = await fixtureShop()
    await sent(shop, aRequest({ number: 'zzqx-1' }))
    const [receipt = ''] = (await mailsOf(shop)).map(plain)
    expect(receipt).toContain('Vi har fått din förfrågan P100001')
    expect(receipt).toContain('Den gäller 1 del.')
    expect(receipt).not.toContain('zzqx')
  })

  test('the operator gets the whole request, once', async () => {
    await using plainShop = await fixtureShop()
    const operator: Partial<Env> = { OPERATOR_EMAIL: 'lager@delverk.example', OPERATOR_LANGUAGE: 'sv' }
    const shop: Shop = { ...plainShop, env: { ...plainShop.env, ...operator } }
    const form = aRequest({
      lines: 'zzqx-1; 3',
      device: 'Latitude 7490',
      message: 'Bråttom',
      organization: 'Verkstan AB',
    })
    await sent(shop, form)
    const mails = (await mailsOf(shop)).map(plain).filter((mail) => mail.includes('To: lager@delverk.example'))
    expect(mails).toHaveLength(1)
    for (const words of [
      'P100001',
      '2 x bat-unpriced del (BAT-UNPRICED)',
      '3 x zzqx-1',
      'Anna Andersson',
      'anna@example.se',
      'Verkstan AB',
      'Latitude 7490',
      'Bråttom',
      'request show P100001',
      'Sverige',
    ])
      expect(mails[0]).toContain(words)
  })
})
