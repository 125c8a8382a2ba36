import { expect, test } from 'vitest'
import type { ImportPage } from '../../../src/contracts/console/imports.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { signedIn } from './at-console.ts'
import { done, formOf, pageOf, send, tick, uploaded } from './import-screens.ts'

const codesOf = ({ problem }: ImportPage) =>
  problem && 'reasons' in problem ? problem.reasons.map(({ code }) => code) : []

test('the row with the names of the columns is found, or named where the file misleads', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const rows = ['article;name;category;price', 'L-1;Desk lamp;Lamps;199', 'L-2;Floor lamp;Lamps;899', '']
  const columnsOf = ({ draft }: ImportPage) => draft?.columns.map(({ column }) => column)
  const titled = await pageOf(shop, who, await uploaded(shop, who, ['Price list 2026', '', ...rows].join('\n')))
  expect([titled.draft?.headerRow, columnsOf(titled)]).toEqual(['3', ['article', 'name', 'category', 'price']])

  const id = await uploaded(shop, who, ['Part;Called;Place;Cost', ...rows].join('\n'), 'twice.csv')
  const page = await pageOf(shop, who, id)
  expect([page.draft?.headerRow, columnsOf(page)]).toEqual(['', ['Part', 'Called', 'Place', 'Cost']])
  const use = { action: 'use', version: page.version, name: '' }
  for (const header_row of ['0', '101', 'two'])
    expect((await send(shop, who, id, { ...use, header_row })).fault).toMatch(/from 1 to 100/)
  // The page that follows the button shows what was chosen before, until the file is read again.
  expect((await send(shop, who, id, { ...use, header_row: '90' })).fault).toBeNull()
  expect(columnsOf(await pageOf(shop, who, id))).toEqual(['Part', 'Called', 'Place', 'Cost'])
  await tick(shop)
  const without = await pageOf(shop, who, id)
  expect([codesOf(without), columnsOf(without)]).toEqual([['header_row'], ['Part', 'Called', 'Place', 'Cost']])
  const named = await done(shop, who, id, { ...use, version: without.version, header_row: '2' })
  expect([named.draft?.headerRow, columnsOf(named)]).toEqual(['2', ['article', 'name', 'category', 'price']])
  const checked = await done(shop, who, id, { ...formOf(named), action: 'check' })
  expect(checked).toMatchObject({ state: 'checked', counts: { created: 2, rejected: 0 } })
})
