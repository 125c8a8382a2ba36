import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { priceCart } from '../../src/server/ordering/cart/price-cart.ts'
import { addCustomer } from '../server/identity/shopper.ts'
import { swedish } from '../server/ordering/checkout/buyer.ts'
import { shopCommands } from './shop-commands.ts'

test('an operator makes a list, fills it from a file, writes it out, takes a change back and ends it', async () => {
  await using commands = await shopCommands()
  const { shop, run, json } = commands
  const email = await addCustomer(shop, { id: 'anna' })
  const made = (await json('price-list', 'create', 'Anna', '--customers', email)) as { id: string }
  const unit = async () => {
    const cart = { items: [{ sku: 'FAN', quantity: 1 }], coupons: [], customerId: 'anna' }
    return (await priceCart(shop.db, swedish(), cart, shop.now())).lines[0]?.price
  }
  const file = path.join(shop.env.SHOP_DATA, 'prices.csv')
  await writeFile(file, 'SKU,Net price,From quantity\r\nFAN,40.00,1\r\nRAM,10.5,5\r\n')
  expect((await run('price-list', 'import', made.id, file)).out).toContain('Prices changed: 2 (change 2)')
  expect(await unit()).toBe(50)
  await run('price-list', 'export', made.id, file)
  expect(await readFile(file, 'utf8')).toBe('\uFEFFSKU,Net price,From quantity\r\nFAN,40,1\r\nRAM,10.5,5\r\n')
  expect((await run('price-list', 'list')).out).toMatch(/Anna +runs +SEK +2 /)
  expect((await run('price-list', 'undo', made.id, '--change', '2')).out).toContain('Prices taken back: 2')
  expect(await unit()).toBe(99)
  await run('price-list', 'import', made.id, file)
  await run('price-list', 'end', made.id)
  expect(await unit()).toBe(99)
})

test.each(['Pris exkl. moms', 'Net price (excl. VAT)'])('reads prices under the head "%s"', async (head) => {
  await using commands = await shopCommands()
  const { id } = (await commands.json('price-list', 'create', 'Anna')) as { id: string }
  const file = path.join(commands.shop.env.SHOP_DATA, 'prices.csv')
  await writeFile(file, `Artikelnummer;Benämning;${head}\r\nFAN;Fläkt;40,00\r\n`)
  expect(await commands.run('price-list', 'import', id, file)).toMatchObject({ code: 0 })
})

test.each([
  [['create', ''], 1, 'has a name'],
  [['create', 'A', '--currency', 'XXX'], 2, 'no currency'],
  [['create', 'A', '--customers', 'nobody@example.com'], 2, 'there is no "nobody@example.com"'],
  [['import', 'x'], 2, 'a file'],
  [['end', 'nothing'], 1, 'There is no price list nothing'],
  [['undo', 'x'], 2, '--change'],
])('price-list %j is refused', async (words, code, said) => {
  await using commands = await shopCommands()
  const ran = await commands.run('price-list', ...words)
  expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(said)])
})
