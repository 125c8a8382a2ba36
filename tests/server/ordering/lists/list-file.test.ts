import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import { GET } from '../../../../src/pages/[lang]/my-account/lists/[id]/[file].ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { requestOf } from '../../identity/page-visit.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { upload } from '../excel-order/uploads.ts'
import { list, listWith, people } from './list-keeper.ts'

type Asked = { bearer?: string | null; id: string; file?: string; language?: 'en' | 'sv' }

/** Downloads a list through the file of the route. */
async function download(shop: Shop, { bearer = null, id, file = 'parts.csv', language = 'sv' }: Asked) {
  const visit = await requestOf(shop, `/${language}/my-account/lists/${id}/${file}`, { bearer })
  const answer = await GET({ ...visit, params: { lang: language, id, file } } as unknown as APIContext)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a list is downloaded as CSV with prices, stock and notes, and without formulas', async () => {
  await using shop = await fixtureShop()
  const { anna } = await people(shop)
  const id = await listWith(shop, anna, 'FAN 2\nBAT-UNPRICED', 'Åke; "1"/../x')
  await list(shop, anna, id, { form: { action: 'save', 'note:fan': '=HYPERLINK("http://evil.example")' } })
  const { status, headers, bytes } = await download(shop, { bearer: anna, id })
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'private, no-store',
  ])
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Ake 1..x.csv"; filename*=UTF-8''%C3%85ke%3B%20%221%22%2F..%2Fx.csv`,
  )
  expect(bytes.toString().split('\r\n')).toEqual([
    '\uFEFFArtikelnummer;Benämning;Antal;Pris inkl. moms;Pris exkl. moms;Valuta;Lager;Anteckning',
    `FAN;fan del;2;99;79,2;SEK;I lager;"'=HYPERLINK(""http://evil.example"")"`,
    'BAT-UNPRICED;bat-unpriced del;1;;;;Pris på begäran;',
    '',
  ])
})

test('a downloaded workbook is read by the Excel order', async () => {
  await using shop = await fixtureShop()
  const { anna } = await people(shop)
  const id = await listWith(shop, anna, 'FAN 2\nKB-US 3')
  await list(shop, anna, id, { form: { action: 'save', 'note:fan': '=1+1 <b> & "x"' } })
  for (const language of ['sv', 'en'] as const) {
    const { bytes } = await download(shop, { bearer: anna, id, file: 'parts.xlsx', language })
    const { preview } = await upload(shop, { file: bytes, preview: true, bearer: anna })
    expect(preview.rows).toMatchObject([
      { sku: 'FAN', quantity: 2, status: 'ok' },
      { sku: 'KB-US', quantity: 3, status: 'ok' },
    ])
  }
})

test("another customer's list, and an unknown file are no file, and a guest is led to the login", async () => {
  await using shop = await fixtureShop()
  const { anna, stranger, buyer } = await people(shop)
  const id = await listWith(shop, anna, 'FAN 2')
  expect((await download(shop, { bearer: stranger, id })).status).toBe(404)
  expect((await download(shop, { bearer: buyer, id })).status).toBe(404)
  const asGuest = await download(shop, { id })
  expect([asGuest.status, asGuest.bytes.length]).toEqual([303, 0])
  expect(asGuest.headers.get('location')).toMatch(/^\/sv\/logga-in/)
  for (const file of ['parts.pdf', 'parts', 'x.csv', 'parts.csv.xlsx'])
    expect((await download(shop, { bearer: anna, id, file })).status, file).toBe(404)
  await list(shop, anna, id, { form: { action: 'share' } })
  expect((await download(shop, { bearer: buyer, id })).status).toBe(200)
})
