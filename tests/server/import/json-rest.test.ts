import { expect, test } from 'vitest'
import { freshDatabase } from '../../support/test-database.ts'
import { importText } from './import-with.ts'
import { product } from './imported-product.ts'

test('properties of nested objects are no attributes of their own, and reject no row', async () => {
  await using shop = await freshDatabase()
  const url = (at: number) => ({ url: `https://pictures.test/${'x'.repeat(120)}/${at}.jpg` })
  const rows = [
    { sku: 'A', name: 'One', colour: 'black', prices: { purchase: 41.5, retail: 99 }, images: [url(1), url(2)] },
  ]
  const report = await importText(shop, ['feed.json', JSON.stringify(rows)], { rest: 'attributes' })
  expect(report).toMatchObject({ created: 1, rejected: 0, error: null })
  expect((await product(shop, 'A')).attributes).toEqual([{ attribute_id: 'colour', value: 'black' }])
})
