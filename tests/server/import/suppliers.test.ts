import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sellSupplierUnits } from '../../../src/server/catalog/import/reprice/sell-supplier-units.ts'
import { setSettings } from '../../support/set-settings.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { commandsWithMarkups, feed, sold, third } from './supplier-feeds.ts'

test('the price and the stock follow the cheapest supplier in stock, whoever changes', async () => {
  await using commands = await commandsWithMarkups(third)
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  expect(await sold(commands)).toMatchObject({
    price: 16_900,
    prices: 1,
    sortPrice: 16_900,
    available: 7,
    own: 2,
    supplier: 'acme',
  })
  await feed(commands, 'beta', ['FAN;B-1;80;SEK;4;1'])
  expect(await sold(commands)).toMatchObject({ price: 13_900, available: 6, own: 2, supplier: 'beta' })
  await feed(commands, 'beta', ['FAN;B-1;80;SEK;0;1'])
  expect(await sold(commands)).toMatchObject({ price: 16_900, available: 7, supplier: 'acme' })
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;0;3'])
  expect(await sold(commands)).toMatchObject({ price: 13_900, available: 2, own: 2, supplier: 'beta' })
  const history = await commands.shop.db
    .selectFrom('price_history')
    .selectAll()
    .where('product_id', '=', 'fan')
    .where('currency', '=', 'SEK')
    .execute()
  expect(history.filter(({ valid_until: until }) => until === null)).toMatchObject([{ amount: 13_900 }])
  expect(history.map(({ amount }) => amount).toSorted((one, other) => one - other)).toContain(16_900)
})

test('orders take own units first, and then the supplier has fewer', async () => {
  await using commands = await commandsWithMarkups(third)
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  await confirmed(commands.shop, [['FAN', 4]])
  expect(await sold(commands)).toMatchObject({ available: 3 })
  expect(await commands.run('order', 'ship', '100001', '--tracking', 'PN1')).toMatchObject({ code: 0 })
  expect(await sold(commands)).toMatchObject({ available: 3, own: 0, supplier: 'acme' })
  expect(await commands.json('suppliers', 'show', 'FAN')).toMatchObject({
    own: 0,
    offers: [{ stock: 3, number: 'A-1' }],
  })
  const next = await confirmed(commands.shop, [['FAN', 2]])
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;0;3'])
  expect(await sold(commands)).toMatchObject({ available: 0, own: 0 })
  expect(await commands.run('order', 'cancel', '100002')).toMatchObject({ code: 0 })
  expect([next.length > 0, await sold(commands)]).toMatchObject([true, { available: 0, own: 0 }])
})

test('two feeds at the same time end in the state of what they say', async () => {
  await using commands = await commandsWithMarkups(third)
  await Promise.all([
    feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3', 'BAT;A-2;10;SEK;1;3']),
    feed(commands, 'beta', ['FAN;B-1;80;SEK;4;1', 'BAT;B-2;20;SEK;9;1']),
  ])
  expect(await sold(commands)).toMatchObject({ price: 13_900, available: 6, supplier: 'beta' })
  expect(await sold(commands, 'BAT')).toMatchObject({ price: 1_900, supplier: 'acme' })
})

test('an import of costs and the removal of a supplier are taken back as a whole', async () => {
  await using commands = await commandsWithMarkups(third)
  const before = await sold(commands)
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  const first = await sold(commands)
  await feed(commands, 'beta', ['FAN;B-1;80;SEK;4;1'])
  expect((await commands.run('suppliers', 'list')).out).toMatch(/acme +1 +1 +0 [^]*beta +1 +1 +1 /)
  expect((await commands.run('suppliers', 'remove', 'beta')).out).toContain('offers nothing more of 1 product.')
  expect(await sold(commands)).toEqual(first)
  expect(await commands.run('suppliers', 'remove', 'beta')).toMatchObject({ code: 2 })
  expect(await commands.run('imports', 'undo', '3')).toMatchObject({ code: 0 })
  expect(await sold(commands)).toMatchObject({ price: 13_900, available: 6, supplier: 'beta' })
  expect(await commands.run('imports', 'undo', '2')).toMatchObject({ code: 0 })
  expect(await sold(commands)).toEqual(first)
  expect(await commands.run('imports', 'undo', '1')).toMatchObject({ code: 0 })
  expect(await sold(commands)).toEqual(before)
  expect(await commands.shop.db.selectFrom('supplier_offers').selectAll().execute()).toEqual([])
})

test('an undo leaves what orders took from a supplier taken', async () => {
  await using commands = await commandsWithMarkups(third)
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;9;3'])
  await confirmed(commands.shop, [['FAN', 4]])
  await commands.run('order', 'ship', '100001', '--tracking', 'PN1')
  expect(await sold(commands)).toMatchObject({ available: 7, own: 0 })
  expect(await commands.run('imports', 'undo', '2')).toMatchObject({ code: 0 })
  expect(await sold(commands)).toMatchObject({ available: 3, own: 0 })
})

test('own stock is sold first where the rule says so, and a supplier takes over when it is gone', async () => {
  await using commands = await commandsWithMarkups(third)
  await setSettings(commands.shop, ['markups.supplier', 'own'])
  const before = await sold(commands)
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  expect(await sold(commands)).toMatchObject({ price: before.price, available: 2, own: 2, supplier: '' })
  await sellSupplierUnits(commands.shop)
  expect(await sold(commands)).toMatchObject({ price: before.price, available: 2 })
  await confirmed(commands.shop, [['FAN', 2]])
  await sellSupplierUnits(commands.shop)
  expect(await sold(commands)).toMatchObject({ price: 16_900, available: 5, own: 2, supplier: 'acme' })
})

test('the preferred supplier counts before a cheaper one while it has some', async () => {
  await using commands = await commandsWithMarkups(third)
  await setSettings(commands.shop, ['markups.supplier', 'preferred'], ['markups.preferred', ['acme']])
  await feed(commands, 'beta', ['FAN;B-1;80;SEK;4;1'])
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  expect(await sold(commands)).toMatchObject({ price: 16_900, supplier: 'acme' })
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;0;3'])
  expect(await sold(commands)).toMatchObject({ price: 13_900, supplier: 'beta' })
})

test('a changed rule is shown before it counts, and is applied and taken back', async () => {
  await using commands = await commandsWithMarkups(third)
  await feed(commands, 'acme', ['FAN;A-1;100;SEK;5;3'])
  const rules = {
    rules: [
      { ...third, percent: 100 },
      { id: 'none', category: 'no/such', percent: 5 },
    ],
  }
  writeFileSync(commands.file('rules.json'), JSON.stringify(rules))
  const shown = (await commands.run('markups', 'preview', commands.file('rules.json'))).out
  expect(shown).toMatch(/FAN +acme +100\.00 SEK +169\.00 SEK +259\.00 SEK +51\.7 % +all/)
  expect(shown).toContain('1 get a higher price and 0 a lower one')
  expect(shown).toContain('no category "no/such"')
  expect(await sold(commands)).toMatchObject({ price: 16_900 })
  await setSettings(commands.shop, ['markups.rules', [{ ...third, percent: 100 }]])
  expect(await sold(commands)).toMatchObject({ price: 16_900 })
  expect((await commands.run('markups', 'apply')).out).toContain('Products changed: 1')
  expect(await sold(commands)).toMatchObject({ price: 25_900, sortPrice: 25_900 })
  expect((await commands.run('markups', 'apply')).out).toContain('Nothing changes')
  expect(await commands.run('imports', 'undo', '2')).toMatchObject({ code: 0 })
  expect(await sold(commands)).toMatchObject({ price: 16_900, sortPrice: 16_900 })
  writeFileSync(commands.file('rules.json'), JSON.stringify({ rules: [third, third] }))
  expect(await commands.run('markups', 'preview', commands.file('rules.json'))).toMatchObject({ code: 2 })
})
