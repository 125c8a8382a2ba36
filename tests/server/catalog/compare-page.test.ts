import { expect, test } from 'vitest'
import type { ComparePage, CompareQuery } from '../../../src/contracts/catalog-pages/compare-page.ts'
import { comparePage } from '../../../src/server/catalog/compare-page.ts'
import { answerOf } from '../../support/page-answer.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'

async function compare(query: Partial<CompareQuery>): Promise<ComparePage> {
  await using shop = await fixtureShop()
  const answer = answerOf(await comparePage(shop, swedish(), { items: undefined, add: undefined, ...query }))
  if (answer.kind !== 'page') throw new Error(answer.kind === 'go' ? `It leads to ${answer.path}.` : answer.kind)
  return answer.page
}

async function leadsTo(query: Partial<CompareQuery>): Promise<string> {
  await using shop = await fixtureShop()
  const answer = answerOf(await comparePage(shop, swedish(), { items: undefined, add: undefined, ...query }))
  return answer.kind === 'go' ? answer.path : answer.kind
}

test('parts stand side by side in the order of the address, what differs first', async () => {
  const page = await compare({ items: 'SCREW-02,SCREW-01' })
  expect(page.products.map(({ card, removePath }) => [card.sku, removePath])).toEqual([
    ['SCREW-02', '/sv/jamfor?items=SCREW-01'],
    ['SCREW-01', '/sv/jamfor?items=SCREW-02'],
  ])
  const rows = [...page.different, ...page.same]
  expect(rows.length).toBeGreaterThan(0)
  for (const { values } of page.different) expect(values[0]).not.toBe(values[1])
  for (const { values } of page.same) expect(values[0]).toBe(values[1])
})

test('a number in any spelling is added, and the address made canonical', async () => {
  expect(await leadsTo({ items: 'SCREW-01', add: 'screw 02' })).toBe('/sv/jamfor?items=SCREW-01%2CSCREW-02')
  expect(await leadsTo({ items: 'screw-01,SCREW-01,NOTHING' })).toBe('/sv/jamfor?items=SCREW-01')
  expect(await leadsTo({ items: 'NOTHING' })).toBe('/sv/jamfor')
  const five = ['SCREW-01', 'SCREW-02', 'SCREW-03', 'SCREW-04', 'SCREW-05']
  expect(await leadsTo({ items: five.join(',') })).toBe(`/sv/jamfor?items=${five.slice(0, 4).join('%2C')}`)
})

test('names a part number that no part has', async () => {
  expect(await compare({ items: 'SCREW-01', add: '<b>x</b>' })).toMatchObject({
    unknown: '<b>x</b>',
    products: [{ card: { sku: 'SCREW-01' } }],
  })
  expect(await compare({})).toMatchObject({ products: [], different: [], same: [], unknown: null })
})
