import { expect, test, vi } from 'vitest'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { productFilesScreen } from '../../../src/server/console/products/files/files-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { defaultContext } from '../../support/default-context.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'
import { fileOf, filesIn, idOf, photo } from './picture-screens.ts'

vi.setConfig({ testTimeout: 180_000 })

const params = { sku: 'fan' }
const pdf = (words: string) => `%PDF-1.7\n${words}\n%%EOF\n`

const opened = (shop: Shop, who: Browser) => contentOf(shop, who, productFilesScreen, { params })
const send = (shop: Shop, who: Browser, form: Form) => outcome(shop, who, productFilesScreen, { params, form })

async function uploaded(shop: Shop, who: Browser, files: readonly File[]) {
  return send(shop, who, { action: 'upload', files } as unknown as Form)
}

/** What shoppers see of the product's pictures and documents. */
async function shownToShoppers(shop: Shop) {
  const { slug } = await shop.db
    .selectFrom('product_texts')
    .select('slug')
    .where('product_id', '=', 'fan')
    .where('language', '=', 'en')
    .executeTakeFirstOrThrow()
  const result = await productPage(shop, defaultContext('en'), slug)
  if (result instanceof Response) throw new Error('The product is not shown.')
  return JSON.stringify(result.page)
}

/** A product with two pictures of its own: their ids. */
async function withTwo(shop: Shop, who: Browser): Promise<[string, string]> {
  const [one, two] = [await photo('one.jpg', '#a00', 80, 60), await photo('two.jpg', '#0a0', 80, 60)]
  const { status } = await uploaded(shop, who, [one, two])
  if (status !== 303) throw new Error(String(status))
  return [await idOf(one), await idOf(two)]
}

test('pictures are uploaded, put in order, described, removed and restored', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const before = (await opened(shop, who)).pictures.map(({ id }) => id)
  const [one, two] = await withTwo(shop, who)
  const { pictures, version } = await opened(shop, who)
  expect(pictures.map(({ id }) => id)).toEqual([...before, one, two])
  const places = { [`place:${two}`]: '1', [`alt_en:${two}`]: 'From <b>behind</b>', [`alt_sv:${two}`]: 'Bakifrån' }
  expect(await send(shop, who, { action: 'save', version, ...places })).toMatchObject({ status: 303 })
  const ordered = await opened(shop, who)
  expect(ordered.pictures.map(({ id }) => id)).toEqual([two, ...before, one])
  expect(ordered.pictures[0]).toMatchObject({ altEn: 'From <b>behind</b>', altSv: 'Bakifrån' })
  expect(await shownToShoppers(shop)).toContain(two)
  await send(shop, who, { action: 'save', version: ordered.version, [`off:${two}`]: 'yes' })
  const removed = await opened(shop, who)
  expect(removed.pictures.map(({ id }) => id)).toEqual([...before, one])
  const [latest] = removed.earlier
  const restore = { action: 'restore', version: removed.version, entry: latest?.entry ?? '' }
  expect(await send(shop, who, restore)).toMatchObject({ status: 303 })
  expect((await opened(shop, who)).pictures).toEqual(ordered.pictures)
  expect(await send(shop, who, { ...restore, entry: 'x' })).toMatchObject({ status: 422 })
  const log = await auditOf(shop.db, { kind: 'product', id: 'fan' })
  expect(log.map(({ operation }) => operation)).toEqual([
    'products.restore_files',
    'products.order_pictures',
    'products.order_pictures',
    'products.add_picture',
    'products.add_picture',
  ])
})

test('the second of two people sees what the first did and keeps what they typed; places are numbers', async () => {
  await using shop = await fixtureShop()
  const [one, two] = [await signedIn(shop, 'editor'), await signedIn(shop, 'owner')]
  const [first] = await withTwo(shop, one)
  const { version, pictures } = await opened(shop, one)
  await send(shop, one, { action: 'save', version, [`alt_sv:${first}`]: 'Av en' })
  const late = { action: 'save', version, [`alt_sv:${first}`]: 'Av två' }
  expect(await send(shop, two, late)).toMatchObject({ status: 422, fault: expect.stringContaining('The editor') })
  expect((await opened(shop, two)).pictures.find(({ id }) => id === first)?.altSv).toBe('Av en')
  const now = (await opened(shop, two)).version
  for (const wrong of [
    { [`place:${first}`]: 'x' },
    { [`place:${first}`]: '-1' },
    { [`alt_sv:${first}`]: 'x'.repeat(201) },
  ])
    expect(await send(shop, two, { action: 'save', version: now, ...wrong })).toMatchObject({ status: 422 })
  // Pictures of other products are no pictures of this one.
  await send(shop, two, { action: 'save', version: now, 'place:photo-ffffffffffffffff': '1' })
  expect((await opened(shop, two)).pictures).toHaveLength(pictures.length)
})

test('a product has twelve pictures at most, each once', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const before = (await opened(shop, who)).pictures.length
  const ids = Array.from({ length: 10 - before }, (_, at) => `photo-000000000000000${at}`)
  await shop.db
    .insertInto('pictures')
    .values(ids.map((id) => ({ id, width: 30, height: 30 })))
    .execute()
  const words = { alt_en: '', alt_sv: '' }
  await shop.db
    .insertInto('product_pictures')
    .values(ids.map((picture_id, at) => ({ product_id: 'fan', picture_id, position: before + at + 1, ...words })))
    .execute()
  const [red, green, blue] = await Promise.all(
    ['#a00', '#0a0', '#00a'].map((colour) => photo(`${colour}.jpg`, colour, 80, 60)),
  )
  const { status, content } = await uploaded(shop, who, [red, red, green, blue] as File[])
  expect(status).toBe(200)
  expect(content?.pictures).toHaveLength(12)
  const faults = content?.results.map(({ fault }) => fault ?? '') ?? []
  expect(faults).toEqual(['', expect.stringContaining('already'), '', expect.stringContaining('12')])
  expect(filesIn(shop, 'uploads')).toEqual([])
})

test('documents are whole PDF files with titles, in their order', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const add = (file: File, titles: Form = {}) => send(shop, who, { action: 'add_document', file, ...titles })
  expect(await add(fileOf('<script>alert(1)</script>', 'a.pdf'))).toMatchObject({ status: 422 })
  expect(await add(fileOf(pdf('x'), 'a.jpg'))).toMatchObject({ status: 422, fault: expect.stringContaining('PDF') })
  expect(await add(fileOf(pdf('one'), 'data_sheet.pdf'))).toMatchObject({ status: 303 })
  expect(await add(fileOf(pdf('two'), 'b.pdf'), { title_sv: 'Bruksanvisning', title_en: 'Manual' })).toMatchObject({
    status: 303,
  })
  expect(await add(fileOf(pdf('two'), 'c.pdf'))).toMatchObject({ status: 422 })
  const { documents, version } = await opened(shop, who)
  expect(documents.map(({ titleEn, titleSv }) => [titleEn, titleSv])).toEqual([
    ['data sheet', ''],
    ['Manual', 'Bruksanvisning'],
  ])
  const [sheet, manual] = documents
  const form = { [`place:${manual?.id}`]: '1', [`title_sv:${sheet?.id}`]: 'Datablad' }
  expect(await send(shop, who, { action: 'save_documents', version, ...form })).toMatchObject({ status: 303 })
  const ordered = await opened(shop, who)
  expect(ordered.documents.map(({ titleSv }) => titleSv)).toEqual(['Bruksanvisning', 'Datablad'])
  expect(await shownToShoppers(shop)).toContain(`/documents/${manual?.id}.pdf`)
  expect(filesIn(shop, 'documents')).toEqual(documents.map(({ id }) => `${id}.pdf`).sort())
  await send(shop, who, { action: 'save_documents', version: ordered.version, [`off:${manual?.id}`]: 'yes' })
  expect((await opened(shop, who)).documents.map(({ id }) => id)).toEqual([sheet?.id])
})

test('who may only see products uploads and changes nothing', async () => {
  await using shop = await fixtureShop()
  const seller = await signedIn(shop, 'seller')
  expect(await uploaded(shop, seller, [await photo('a.jpg')])).toMatchObject({ status: 403 })
  expect(filesIn(shop, 'uploads')).toEqual([])
  expect((await opened(shop, seller)).mayChange).toBe(false)
})
