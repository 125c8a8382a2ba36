import { expect, test } from 'vitest'
import { dealNow } from '../../src/server/content/deal-now.ts'
import { defaultContext } from '../support/default-context.ts'
import { shopCommands } from './shop-commands.ts'

const title = ['--title-en', 'A fan for less', '--title-sv', 'En billigare fläkt'] as const

test('an operator creates a deal with its price, the affected pages are dropped, and both end together', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const tagsSince = async () =>
    (await shop.db.deleteFrom('invalidations').returning('tag').execute()).map(({ tag }) => tag)
  const { id } = (await json(
    'deal',
    'create',
    'FAN',
    '--percent',
    '25',
    '--until',
    '2099-01-01T00:00:00Z',
    ...title,
  )) as { id: string }
  const running = async () => (await dealNow(shop.db, defaultContext('sv'), new Date())).deal
  expect(await running()).toMatchObject({ title: 'En billigare fläkt', product_name: 'fan del', discount: 25 })
  expect(await tagsSince()).toEqual(expect.arrayContaining(['layout', 'catalog', 'product:fan', 'product:kit']))
  const price = async () =>
    (await shop.db.selectFrom('products').select('sort_price').where('id', '=', 'fan').executeTakeFirst())?.sort_price
  expect(await price()).toBe(7_425)
  expect((await run('deal', 'list')).out).toMatch(new RegExp(`${id} +FAN +25 % +runs`))
  expect(
    await run('deal', 'create', 'BAT', '--percent', '5', '--until', '2098-01-01T00:00:00Z', ...title),
  ).toMatchObject({ code: 1, err: expect.stringContaining('end it first') as string })
  expect((await run('deal', 'end', id)).out).toContain('is over')
  expect([await running(), await price()]).toEqual([null, 9_900])
  expect(await tagsSince()).toContain('layout')
})

test('an operator is warned of a title that the banner will not show', async () => {
  await using commands = await shopCommands()
  const made = [
    'deal',
    'create',
    'FAN',
    '--percent',
    '25',
    '--until',
    '2099-01-01T00:00:00Z',
    '--title-en',
    'A quarter off our quietest fan',
  ] as const
  const { code, out } = await commands.run(...made, '--title-sv', 'En billigare fläkt')
  expect(code).toBe(0)
  expect(out).toContain('The banner does not show "En billigare fläkt"')
  expect(out).not.toContain('quietest')
})

test.each([
  [['create', 'FAN', '--percent', '5', '--until', '2000-01-01T00:00:00Z', ...title], 1, 'not in the past'],
  [['create', 'NOTHING', '--percent', '5', '--until', '2099-01-01T00:00:00Z', ...title], 1, 'no published product'],
  [['create', 'KB', '--percent', '5', '--until', '2099-01-01T00:00:00Z', ...title], 1, 'has no price of its own'],
  [['create', 'FAN'], 2, 'Say the article number'],
  [['end', 'nothing'], 1, 'There is no deal nothing'],
] as const)(
  'deal %j is rejected',
  async (args, code, err) => {
    await using commands = await shopCommands()
    expect(await commands.run('deal', ...args)).toMatchObject({ code, err: expect.stringContaining(err) as string })
  },
  30_000,
)
