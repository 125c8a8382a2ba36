import { expect, test } from 'vitest'
import { importMark } from '../../../src/server/catalog/import/journal/journal-queries.ts'
import { Journal } from '../../../src/server/catalog/import/journal/journal.ts'
import { loadReferenceData } from '../../../src/server/platform/db/reference/reference-data.ts'
import { changeSettings } from '../../../src/server/platform/settings/change-settings.ts'
import type { Json } from '../../../src/server/platform/settings/setting-names.ts'
import { ratesAt } from '../../../src/server/pricing/exchange-rates/change-rates.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { finland, sweden } from '../../support/homes.ts'
import { setSettings } from '../../support/set-settings.ts'
import { freshShop } from '../../support/test-shop.ts'
import { shopCommands } from '../../tools/shop-commands.ts'
import { importParts } from './shop-at-home.ts'

const toFinland = [['home', finland]] as const
const move = ({ db, now }: Shop) => changeSettings(db, toFinland, { by: 'operator:test', now: now() })

test('an empty shop moves to another country, and its exchange rates with it', async () => {
  await using shop = await freshShop()
  await loadReferenceData(shop)
  const rates = async () =>
    Object.fromEntries((await ratesAt(shop.db, shop.now())).map(({ currency, basePerUnit }) => [currency, basePerUnit]))
  const before = await rates()
  expect(await move(shop)).toMatchObject([
    { name: 'home.country', before: 'SE', after: 'FI' },
    { name: 'home.currency' },
  ])
  const after = await rates()
  expect(after['EUR']).toBeUndefined()
  expect(after['SEK']).toBeCloseTo(1 / (before['EUR'] ?? 0), 4)
  expect(after['USD']).toBeCloseTo((before['USD'] ?? 0) / (before['EUR'] ?? 1), 3)
})

test('exchange rates of another base are as old as before', async () => {
  await using shop = await freshShop()
  await loadReferenceData(shop)
  const days = async () => {
    const rates = await shop.db.selectFrom('currency_rates').select(['currency', 'valid_from']).execute()
    return [...new Set(rates.map(({ valid_from }) => valid_from.slice(0, 10)))]
  }
  expect(await days()).toEqual(['2025-01-01'])
  await move(shop)
  expect(await days()).toEqual(['2025-01-01'])
})

test('a shop with a price stays where it is, and everything in it too', async () => {
  await using commands = await shopCommands()
  const { run, json, shop } = commands
  const numbers = ['company.organizationNumber', 'company.vatNumber'] as const
  await setSettings(shop, ...numbers.map((name) => [name, ''] as const))
  const before = await shop.db.selectFrom('currency_rates').selectAll().orderBy('currency').execute()
  const { code, err } = await run('settings', 'set', 'home', '{"country":"FI","currency":"EUR"}')
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('home.country cannot be changed any more: the shop has prices'),
  ])
  expect(await json('settings', 'get', 'home')).toEqual({ country: 'SE', currency: 'SEK' })
  expect(await shop.db.selectFrom('currency_rates').selectAll().orderBy('currency').execute()).toEqual(before)
})

test('amounts that were set in the old currency do not become as many euros', async () => {
  await using shop = await freshShop()
  const rule = { id: 'cables', from: '0', below: '500', percent: 20, fixed: '25' }
  await setSettings(shop, ['markups.rules', [rule]], ['delivery.methods.home.freeFrom', '600'])
  const set = (...values: readonly (readonly [string, Json])[]) =>
    changeSettings(shop.db, [...toFinland, ...values], { by: 'operator:test', now: shop.now() })
  await expect(set()).rejects.toThrow(
    /delivery\.methods\.home\.freeFrom, markups\.rules\.cables\.below, markups\.rules\.cables\.fixed/,
  )
  const delivery = ['delivery.methods.home.freeFrom', '60'] as const
  await expect(set(delivery)).rejects.toThrow('stay: markups.rules.cables.below, markups.rules.cables.fixed. Give them')
  const given: readonly [string, Json] = ['markups.rules', [{ ...rule, below: '50' }]]
  expect(await set(delivery, given)).toContainEqual({ name: 'home.currency', before: 'SEK', after: 'EUR' })
})

test.each([
  ['{"country":"FI","currency":"SEK"}', 'home.currency must be EUR, the currency of FI'],
  ['{"country":"PL","currency":"EUR"}', 'home.country must be one of SE, FI, DK, NO, DE'],
  ['{"country":"fi"}', 'home.country must be one of SE, FI, DK, NO'],
  ['{"currency":"XXX"}', 'home.currency must be one of'],
  ['{"country":"FI","currency":"EUR","vat":0}', 'home.vat is not a setting'],
])('a home that the program has no rules for is refused: %s', async (home, sentence) => {
  await using commands = await shopCommands({ seeded: false })
  expect(await commands.run('settings', 'set', 'home', home)).toMatchObject({
    code: 1,
    err: expect.stringContaining(sentence) as string,
  })
})

test('an import that read before the move reads again, and one that is being written holds the home', async () => {
  await using shop = await freshShop()
  const mark = await importMark(shop.db)
  await move(shop)
  const begin = (at: string) =>
    Journal.begin(shop.db, shop.kind, { title: 'parts.csv', run: {}, now: shop.now(), mark: at })
  expect(await begin(mark)).toBeUndefined()
  const journal = await begin(await importMark(shop.db))
  expect(journal).toBeDefined()
  const back = [['home', sweden]] as const
  const moving = changeSettings(shop.db, back, { by: 'operator:test', now: shop.now() })
  await expect(moving).rejects.toThrow('the shop has an import that is being written')
})

test('a move and a first import at the same time leave prices of one home, whichever is first', async () => {
  for (let round = 0; round < 4; round += 1) {
    await using shop = await freshShop()
    await loadReferenceData(shop)
    const [moved, imported] = await Promise.allSettled([move(shop), importParts(shop, 'EUR', ['FAN;Fan;100.00;5'])])
    expect(imported).toMatchObject({ status: 'fulfilled', value: { created: 1, error: null } })
    const prices = await shop.db.selectFrom('prices').select(['currency', 'amount']).orderBy('currency').execute()
    expect(prices.find(({ currency }) => currency === 'EUR')?.amount).toBe(
      moved.status === 'fulfilled' ? 12_550 : 12_500,
    )
    expect(prices.some(({ currency }) => currency === 'SEK')).toBe(moved.status === 'rejected')
  }
})
