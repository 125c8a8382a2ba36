import { expect, test } from 'vitest'
import { checkoutWith, look } from '../server/ordering/checkout/buyer.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator creates a coupon that applies at once, and ends it', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  expect(
    (
      await run(
        'coupon',
        'create',
        'spring-20',
        '--percent',
        '20',
        '--groups',
        'bat',
        '--limit',
        '5',
        '--minimum',
        '300',
      )
    ).out,
  ).toContain('The coupon SPRING-20 is made: 20 %.')
  expect(await json('coupon', 'show', 'Spring-20')).toMatchObject({
    code: 'SPRING-20',
    percentage: 20,
    groups: ['bat'],
    usage_limit: 5,
    minimum_spend: 30_000,
    used: 0,
  })
  const seen = async () => look(shop, await checkoutWith(shop, [['BAT', 1]], ['SPRING-20']))
  const [before] = [await seen()]
  expect(await json('coupon', 'disable', 'SPRING-20')).toMatchObject({
    code: 'SPRING-20',
    stopped_at: expect.any(String) as string,
  })
  expect(await seen()).not.toBe(before)
  expect((await run('coupon', 'list')).out).toMatch(/SPRING-20 +20 % +stopped +0 of 5/)
  expect(
    (await run('coupon', 'create', 'FIFTY', '--amount', 'SEK=50,eur=4.50', '--until', '2030-01-01T00:00:00+01:00')).out,
  ).toContain('50.00 SEK or 4.50 EUR')
})

test.each([
  [['create', 'AB', '--percent', '5'], 1, 'is no code'],
  [['create', 'TEN', '--percent', '5'], 1, 'is taken'],
  [['create', 'NEW'], 1, 'takes off a percentage'],
  [['create', 'NEW', '--percent', '101'], 2, 'whole number from 1 to 100'],
  [['create', 'NEW', '--amount', 'XXX=5'], 2, 'is no amount'],
  [['create', 'NEW', '--adds', 'NOTHING'], 1, 'No product has "NOTHING"'],
  [['create', 'NEW', '--percent', '5', '--groups', 'nonsense'], 1, 'No product has "nonsense"'],
  [['create', 'NEW', '--percent', '5', '--until', 'tomorrow'], 2, 'is no moment'],
  [['disable', 'NOTHING'], 1, 'There is no coupon NOTHING'],
  [['show'], 2, 'Name the coupon'],
] as const)(
  'coupon %j is rejected',
  async (args, code, err) => {
    await using commands = await shopCommands()
    expect(await commands.run('coupon', ...args)).toMatchObject({ code, err: expect.stringContaining(err) as string })
  },
  30_000,
)
