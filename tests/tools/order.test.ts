import { expect, test } from 'vitest'
import { requestReturn } from '../../src/server/ordering/returns/request-return.ts'
import { confirmed, delivered } from '../server/ordering/orders/parcels.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator packs, ships, delivers, receives and refunds an order from a terminal', async () => {
  await using commands = await shopCommands()
  const { shop, run, json, file, read } = commands
  const orderId = await confirmed(
    shop,
    [
      ['FAN', 3],
      ['BAT', 1],
    ],
    { form: { name: 'Anna\u001b[31m Öberg' } },
  )
  expect((await run('order', 'list')).out).toMatch(/ORDER +PLACED +STATUS[^]*100001 .* confirmed +796\.00 SEK/)
  expect((await run('order', 'process', '100001')).out).toContain('Order 100001 is processing.')
  expect(
    await run('order', 'ship', '100001', 'FAN=2', '--carrier', 'postnord', '--tracking', 'PN1', '--by', 'Vera'),
  ).toMatchObject({ code: 0, out: expect.stringContaining('order 100001 is processing') as string })
  expect(await json('order', 'ship', '100001', '--tracking', 'PN1')).toMatchObject({
    kind: 'already',
    status: 'processing',
  })
  expect(await json('order', 'ship', '#100001', '--tracking', 'PN2')).toMatchObject({
    kind: 'shipped',
    status: 'shipped',
  })
  expect(await json('order', 'deliver', '100001')).toEqual({ number: '100001', status: 'delivered' })
  await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: 'too loud',
    units: [{ position: 1, quantity: 2, reason: 'faulty' }],
  })
  expect((await run('order', 'return', 'list', '--status', 'requested')).out).toMatch(
    /R100001 +100001 +return +requested/,
  )
  expect((await run('order', 'return', 'receive', 'R100001', 'fan=1', '--no-restock')).out).toContain(
    '99.00 SEK is paid back (F100001). Order 100001 is return_requested.',
  )
  expect((await run('order', 'refund', '100001', '2=1', '--reason', 'kind')).out).toContain(
    '499.00 SEK of order 100001 is paid back (F100002)',
  )
  expect(
    await json('order', 'document', '100001', 'receipt', '--lang', 'en', '--out', file('receipt.pdf')),
  ).toMatchObject({ number: 'K100001' })
  expect(read('receipt.pdf').subarray(0, 5).toString()).toBe('%PDF-')
  const shown = (await run('order', 'show', '100001')).out
  for (const text of ['operator:Vera', 'PN1: 2 x FAN', 'R100001', 'K100001', 'sandbox', 'too loud'])
    expect(shown).toContain(text)
  expect(shown).not.toContain('\u001b')
  expect(await json('order', 'show', '100001')).toMatchObject({
    order: { status: 'return_requested' },
    refunds: [{ amount: 9_900 }, { amount: 49_900 }],
  })
})

test('an operator exchanges a returned part for another', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const orderId = await delivered(shop, [['FAN', 2]])
  const units = [{ position: 1, quantity: 2, reason: 'does_not_fit' as const }]
  await requestReturn(shop, { orderId, actor: 'shopper', message: '', units })
  const exchange = ['order', 'return', 'exchange', 'R100001', 'FAN=1', '--add', 'ram=1'] as const
  expect(await run(...exchange)).toMatchObject({
    code: 1,
    err: expect.stringContaining('no parts that came') as string,
  })
  await run('order', 'return', 'receive', 'R100001', '--no-refund')
  expect((await run(...exchange, '--dry-run')).out).toContain(
    'They are worth 99.00 SEK, and the new parts cost 199.00 SEK. 100.00 SEK the buyer is asked for by a link.',
  )
  expect(await json(...exchange, '--by', 'Vera')).toEqual({
    return: 'R100001',
    order: '100002',
    owed: 9_900,
    back: 9_900,
    total: 19_900,
    settlement: 'more',
  })
  expect(await json('order', 'show', '100002')).toMatchObject({
    order: { status: 'confirmed', hold: 'unpaid_difference', unpaid_difference: 10_000 },
  })
  expect(
    (await json('order', 'return', 'exchange', 'R100001', '--add', 'FAN=1', '--delivery')) as object,
  ).toMatchObject({
    owed: 9_900,
    total: 14_800,
  })
  expect((await run(...exchange)).code).toBe(1)
})

test('an order on hold is listed as such, is packed only after its release, and records who released it', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  await confirmed(shop, [['FAN', 1]])
  await confirmed(shop, [['FAN', 1]])
  await shop.db.updateTable('orders').set({ hold: 'known_organization' }).where('number', '=', '100002').execute()
  expect((await run('order', 'list')).out).toMatch(/100002 .* confirmed, on hold .*\n100001 .* confirmed +148/)
  expect((await run('order', 'list', '--held')).out).not.toContain('100001')
  expect((await run('order', 'show', '100002')).out).toContain('On hold (known_organization)')
  for (const command of ['process', 'ship'])
    expect(await run('order', command, '100002')).toMatchObject({
      code: 1,
      err: expect.stringContaining('order release 100002') as string,
    })
  expect(await json('order', 'release', '100002', '--by', 'Vera')).toEqual({
    number: '100002',
    status: 'confirmed',
    hold: null,
  })
  expect((await run('order', 'release', '100002')).out).toContain('Order 100002 was not on hold; it is confirmed.')
  expect((await run('order', 'show', '100002')).out).toMatch(/operator:Vera +confirmed +released: known_organization/)
  expect((await run('order', 'process', '100002')).out).toContain('Order 100002 is processing.')
  await shop.db.updateTable('orders').set({ hold: 'known_organization' }).where('number', '=', '100001').execute()
  expect((await run('order', 'cancel', '100001', '--reason', 'not theirs')).out).toContain('Order 100001 is cancelled.')
  expect((await run('order', 'list', '--held')).out).not.toContain('100001')
})

test('an invalid command says what is valid, and changes nothing', async () => {
  await using commands = await shopCommands()
  const { shop, run } = commands
  await confirmed(shop, [['FAN', 1]])
  const wrong: [args: ['order', ...string[]], code: number, err: string][] = [
    [['order'], 0, ''],
    [['order', 'sned'], 2, 'There is no command "order sned"'],
    [['order', 'show'], 2, 'Name the order'],
    [['order', 'show', '9'], 2, 'There is no order 9'],
    [['order', 'list', '--status', 'lost'], 2, '--status must be'],
    [['order', 'ship', '100001', 'FAN'], 2, 'names no line'],
    [['order', 'ship', '100001', 'FAN=2'], 1, '(FAN): 2 requested, 1 left'],
    [['order', 'refund', '100001'], 2, 'Say what to pay back'],
    [['order', 'deliver', '100001'], 1, 'cannot become delivered'],
    [['order', 'return', 'receive', 'R1'], 2, 'There is no return R1'],
    [['order', 'document', '100001', 'credit_note'], 2, 'has no such document'],
    [['order', 'document', '100001', 'letter'], 2, 'Say which document'],
    [['order', 'list', '--frob'], 2, '--frob'],
  ]
  for (const [args, code, err] of wrong)
    expect([args, await run(...args)]).toMatchObject([args, { code, err: expect.stringContaining(err) as string }])
  expect(await shop.db.selectFrom('orders').select('status').execute()).toEqual([{ status: 'confirmed' }])
})

test('an operator changes an order: first what it would cost, then for good', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  await confirmed(shop, [['FAN', 1]])
  const change = ['order', 'edit', '100001', 'FAN=2', '--add', 'ram=1', '--phone', '070-1234567'] as const
  expect((await run(...change, '--dry-run')).out).toContain(
    'Order 100001 would cost 446.00 SEK instead of 148.00 SEK. 298.00 SEK more will be asked for.',
  )
  expect(await json(...change, '--by', 'Vera')).toMatchObject({
    total: { before: 14_800, after: 44_600 },
    difference: { kind: 'more', amount: 29_800 },
  })
  expect(await run('order', 'edit', '100001', 'FAN=2')).toMatchObject({ code: 1 })
  expect((await run('order', 'edit', '100001', '--add', 'ram')).code).toBe(2)
  expect((await run('order', 'ship', '100001')).err).toContain('is not paid yet')
})
