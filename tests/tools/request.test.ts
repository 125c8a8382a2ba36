import { expect, test } from 'vitest'
import type { RequestLine } from '../../src/domain/orders/part-requests.ts'
import { saveRequest } from '../../src/server/ordering/requests/save-request.ts'
import { mailsOf } from '../server/identity/shopper.ts'
import { defaultContext } from '../support/default-context.ts'
import { shopCommands, type ShopCommands } from './shop-commands.ts'

async function asked({ shop }: ShopCommands, lines: RequestLine[], language: 'en' | 'sv' = 'sv'): Promise<string> {
  const { number } = await saveRequest(shop, {
    shopping: { ...defaultContext(language), country: 'SE' },
    customerId: null,
    email: 'anna@example.se',
    name: 'Anna \u001b[31mAndersson',
    organization: '',
    vatNumber: '',
    device: 'Latitude 7490',
    message: 'Före fredag',
    lines,
  })
  return number
}

const two = [
  { text: 'zzqx-1', quantity: 2 },
  { text: 'BAT-UNPRICED', quantity: 3 },
]

test('shop request lists and shows requests', async () => {
  await using commands = await shopCommands()
  const number = await asked(commands, two)
  expect((await commands.run('request', 'list')).out).toMatch(/P100001 +open .* 2 +SE +SEK +anna@example\.se/)
  const { out } = await commands.run('request', 'show', number)
  for (const words of ['Latitude 7490', '"Före fredag"', '2 x zzqx-1  (no part of the shop)', '3 x BAT-UNPRICED'])
    expect(out).toContain(words)
  expect(out).not.toContain('\u001b')
  expect(await commands.json('request', 'show', number)).toMatchObject({
    status: 'open',
    quote: null,
    lines: [
      { position: 1, sku: null },
      { position: 2, sku: 'BAT-UNPRICED' },
    ],
  })
  expect(await commands.json('request', 'list', '--status', 'closed')).toEqual([])
})

test('shop request answers some lines with a quote, exact to the öre', async () => {
  await using commands = await shopCommands()
  const number = await asked(commands, two)
  const lines = ['--line', '1', '--sku', 'FAN', '--price', '0,05', '--line', '2', '--quantity', '1', '--price', '99.99']
  const done = await commands.run('request', 'answer', number, ...lines, '--valid', '7', '--text', 'Gärna')
  expect([done.code, done.out]).toEqual([0, expect.stringContaining('answered by quote Q100001')])
  expect(await commands.json('quote', 'show', 'Q100001')).toMatchObject({
    status: 'priced',
    customer_id: null,
    message: '',
    lines: [
      { sku: 'FAN', quantity: 2, unit_price: 5, list_price: 9_900 },
      { sku: 'BAT-UNPRICED', quantity: 1, unit_price: 9_999, list_price: 0 },
    ],
  })
  expect(await commands.run('request', 'answer', number, '--line', '1', '--price', '1')).toMatchObject({ code: 1 })
  expect(await commands.run('request', 'close', number, '--reason', 'x')).toMatchObject({ code: 1 })
  const mail = (await mailsOf(commands.shop)).find((text) => text.includes('Q100001'))?.replaceAll('\u00a0', ' ')
  expect(mail).toContain('Totalt: 100,09 kr')
})

test('shop request adds the VAT of the country to prices without it', async () => {
  await using commands = await shopCommands()
  const number = await asked(commands, [{ text: 'FAN', quantity: 3 }])
  await commands.run('request', 'answer', number, '--line', '1', '--price', '33.33', '--ex-vat')
  expect(await commands.json('quote', 'show', 'Q100001')).toMatchObject({
    lines: [{ unit_price: 4_166, vat_rate: 2_500 }],
  })
})

test('shop request closes a request, with a mail only when there is a reason', async () => {
  await using commands = await shopCommands()
  const [first, second] = [await asked(commands, two), await asked(commands, two.slice(0, 1), 'en')]
  await mailsOf(commands.shop)
  expect((await commands.run('request', 'close', first)).out).toContain('gets no mail')
  expect((await commands.run('request', 'close', second, '--reason', 'Sold out')).out).toContain('gets a mail')
  const isReceipt = (mail: string) => mail.includes('received') || mail.includes('Vi har fått')
  const mails = (await mailsOf(commands.shop)).filter((mail) => !isReceipt(mail))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('About your request P100002')
  expect(mails[0]).toContain('Sold out')
})

test('shop request says what is wrong, and changes nothing', async () => {
  await using commands = await shopCommands()
  const number = await asked(commands, two)
  const wrong: readonly (readonly [code: number, ...words: string[]])[] = [
    [2, 'show', 'P1'],
    [2, 'show'],
    [2, 'list', '--status', 'new'],
    [1, 'answer', number],
    [2, 'answer', number, '--price', '1', '--line', '1'],
    [2, 'answer', number, '--line', '1'],
    [2, 'answer', number, '--line', '1', '--sku', 'FAN', '--price', '1.005'],
    [2, 'answer', number, '--line', '1', '--sku', 'FAN', '--price', '-1'],
    [2, 'answer', number, '--line', '1', '--price', '1', '--price', '2'],
    [2, 'answer', number, '--line', '2', '--price', '1', '--line', '2', '--price', '2'],
    [1, 'answer', number, '--line', '1', '--price', '1'],
    [1, 'answer', number, '--line', '2', '--price', '0'],
    [1, 'answer', number, '--line', '9', '--price', '1'],
    [1, 'answer', number, '--line', '1', '--sku', 'NONE', '--price', '1'],
    [1, 'answer', number, '--line', '1', '--sku', 'KB', '--price', '1'],
    [1, 'answer', number, '--line', '1', '--sku', 'GIFT', '--price', '1'],
    [1, 'answer', number, '--line', '1', '--sku', 'BAT-DRAFT', '--price', '1'],
    [1, 'answer', number, '--line', '1', '--sku', 'BAT-UNPRICED', '--price', '1', '--line', '2', '--price', '2'],
    [2, 'answer', number, '--line', '2', '--price', '1', '--valid', '91'],
  ]
  for (const [code, ...words] of wrong)
    expect([words, (await commands.run('request', ...words)).code]).toEqual([words, code])
  expect(await commands.shop.db.selectFrom('quotes').select('id').execute()).toEqual([])
  expect(await commands.json('request', 'list')).toMatchObject([{ number, status: 'open' }])
})
