import { expect, test, vi } from 'vitest'
import { contentItemScreen } from '../../../src/server/console/content/item-page.ts'
import { pictureChoicesScreen } from '../../../src/server/console/pictures/choices-page.ts'
import { picturesScreen } from '../../../src/server/console/pictures/pictures-page.ts'
import { contentPage } from '../../../src/server/content/content-page.ts'
import { deleteUnusedFiles } from '../../../src/server/jobs/delete-unused-files.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'
import { added, fileOf, filesIn, idOf, photo, pictureOf, saveText, sendPicture, upload } from './picture-screens.ts'

vi.setConfig({ testTimeout: 180_000 })

async function aboutText(shop: Shop): Promise<string> {
  const result = await contentPage(shop, 'en', 'about-us')
  return result instanceof Response ? '' : result.page.html
}

test('a picture is uploaded, described, shown in a text and found there', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { id, picture } = await added(shop, who, await photo('our_shop front.JPG'))
  expect(await pictureOf(shop, who, id)).toMatchObject({
    name: 'our shop front',
    src: `/pictures/${picture}-1200.webp`,
    width: 1200,
    height: 800,
    original: { width: 1500, height: 1000 },
    uses: [],
    addedBy: 'The editor',
  })
  expect(filesIn(shop, 'pictures')).toEqual(
    ['1', '3', '4', '9', '10', '600', '1200']
      .flatMap((kind) => [`${picture}-${kind}.avif`, `${picture}-${kind}.webp`])
      .sort(),
  )
  expect(filesIn(shop, 'uploads')).toEqual([])
  const form = { action: 'save', name: 'The shop', alt_en: 'Our shop', alt_sv: 'Vår butik' }
  expect(await sendPicture(shop, who, id, form)).toMatchObject({ status: 303 })
  const { pictures } = await contentOf(shop, who, pictureChoicesScreen, { query: { q: 'butik', language: 'sv' } })
  expect(pictures).toMatchObject([{ name: 'The shop', alt: 'Vår butik', width: 1200, height: 800 }])
  const html = `<p><img src="/pictures/${picture}-1200.webp" alt="Our shop" width="1200" height="800"></p>`
  expect(await saveText(shop, who, html, 'publish')).toMatchObject({ status: 303 })
  expect(await aboutText(shop)).toContain(
    `srcset="/pictures/${picture}-600.webp 600w, /pictures/${picture}-1200.webp 1200w"`,
  )
  expect((await pictureOf(shop, who, id)).uses).toEqual([
    { kind: 'page', name: 'about', language: 'en', address: '/console/content/page/about' },
  ])
  expect((await auditOf(shop.db, { kind: 'picture', id })).map(({ operation }) => operation)).toEqual([
    'pictures.describe',
    'pictures.upload',
  ])
})

test('a file that is refused leaves nothing, the others are taken, and the same picture is there once', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const good = await photo('good.jpg', '#a00', 80, 60)
  const wrong = fileOf(new Uint8Array(await good.arrayBuffer()), 'name.png')
  const { status, content } = await upload(shop, who, [wrong, good])
  expect(status).toBe(200)
  expect(content?.results).toMatchObject([
    { file: 'name.png', id: null, fault: expect.stringContaining('is JPEG, but its name') },
    { file: 'good.jpg', fault: null },
  ])
  expect(filesIn(shop, 'uploads')).toEqual([])
  expect((await contentOf(shop, who, picturesScreen)).count).toBe(1)
  // Whoever sends it at the same moment.
  const twice = await Promise.all([
    upload(shop, who, [await photo('a.jpg')]),
    upload(shop, who, [await photo('b.jpg')]),
  ])
  expect(twice.map((each) => each.status).sort()).toEqual([200, 303])
  expect((await contentOf(shop, who, picturesScreen)).count).toBe(2)
})

test('more files than are taken, and a text that would be cut, are refused in words and leave nothing', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const files = Array.from({ length: 21 }, (_, at) => fileOf(`file ${at}`, `${at}.png`))
  const many = await upload(shop, editor, files)
  expect(many).toMatchObject({ status: 422, fault: expect.stringContaining('At most 20 files') })
  const { id } = await added(shop, editor, await photo('fan.jpg'))
  const before = await pictureOf(shop, editor, id)
  const long = {
    action: 'save',
    version: String(before.version),
    name: 'Fan',
    alt_sv: 'å'.repeat(6_000),
    alt_en: 'Fan',
  }
  const cut = await sendPicture(shop, editor, id, long)
  expect(cut).toMatchObject({ status: 422, fault: expect.stringContaining('more text than the shop takes') })
  expect(await pictureOf(shop, editor, id)).toEqual(before)
  expect(filesIn(shop, 'uploads')).toEqual([])
})

test('who may not change content keeps no file here, and a name that is a path stays a name', async () => {
  await using shop = await fixtureShop()
  const editor = await signedIn(shop, 'editor')
  const seller = await signedIn(shop, 'seller')
  expect(await upload(shop, seller, [await photo('a.jpg')])).toMatchObject({ status: 403 })
  expect(filesIn(shop, 'uploads')).toEqual([])
  const { id } = await added(shop, editor, await photo('../../../etc/cron.d/x.jpg', '#0a0', 80, 60))
  expect((await pictureOf(shop, editor, id)).name).toBe('x')
  expect(filesIn(shop, '..')).not.toContain('etc')
})

test('a text can show pictures of the library only, and one that is shown stays', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { id, picture } = await added(shop, who, await photo('a.jpg', '#00a', 80, 60))
  const foreign = [
    'https://elsewhere.example/x.webp',
    '//elsewhere.example/x.webp',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/pictures/laptop.svg',
    `/pictures/${picture}-9.webp`,
    `/pictures/../console/sign-out?${picture}-600.webp`,
    `javascript:alert(1)//pictures/${picture}-600.webp`,
  ]
  const all = foreign.map((src) => `<img src="${src}" onerror="alert(1)" style="x" srcset="//e.example 1w">`).join('')
  await saveText(shop, who, `<p>Text${all}</p>`, 'publish')
  expect(await aboutText(shop)).toBe('<p>Text</p>')
  const unknown = '<img src="/pictures/photo-0000000000000000-600.webp" alt="">'
  expect(await saveText(shop, who, unknown)).toMatchObject({
    status: 422,
    fault: expect.stringContaining('photo-0000000000000000'),
  })
  await saveText(shop, who, `<p><img src="/pictures/${picture}-600.webp" alt="&quot;><script>"></p>`)
  const { version } = await pictureOf(shop, who, id)
  const remove = { action: 'delete', version: String(version) }
  expect(await sendPicture(shop, who, id, remove)).toMatchObject({
    status: 422,
    fault: expect.stringContaining('shown'),
  })
  await saveText(shop, who, '<p>None</p>')
  expect(await sendPicture(shop, who, id, remove)).toMatchObject({ status: 303 })
  expect(await sendPicture(shop, who, id, remove)).toMatchObject({ status: 404 })
})

test('a version whose picture was deleted says which, and is taken back without it', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const [gone, kept] = [
    await added(shop, who, await photo('a.jpg', '#00a', 80, 60)),
    await added(shop, who, await photo('b.jpg', '#0a0', 80, 60)),
  ]
  const image = (picture: string, alt: string) => `<img src="/pictures/${picture}-600.webp" alt="${alt}">`
  await saveText(
    shop,
    who,
    `<p>Shop</p><p>${image(gone.picture, '&lt;b&gt; &amp; window')}</p><p>${image(kept.picture, 'Door')}</p>`,
  )
  const params = { kind: 'page', id: 'about' }
  const opened = () => contentOf(shop, who, contentItemScreen, { params })
  const [written] = (await opened()).versions
  expect(written?.missing).toEqual([])
  await saveText(shop, who, '<p>None</p>')
  const { version } = await pictureOf(shop, who, gone.id)
  expect(await sendPicture(shop, who, gone.id, { action: 'delete', version: String(version) })).toMatchObject({
    status: 303,
  })
  const versions = new Map((await opened()).versions.map((each) => [each.number, each.missing]))
  expect(versions.get(written?.number ?? 0)).toEqual(['<b> & window'])
  expect([...versions.values()].filter((missing) => missing.length > 0)).toHaveLength(1)
  const form = { action: 'take_back', number: String(written?.number) }
  expect(await outcome(shop, who, contentItemScreen, { params, form })).toMatchObject({ status: 303, fault: null })
  const { draft } = await shop.db
    .selectFrom('content_pages')
    .select('draft')
    .where('id', '=', 'about')
    .where('language', '=', 'en')
    .executeTakeFirstOrThrow()
  expect(draft).toContain('<p>Shop</p>')
  expect(draft).toContain(kept.picture)
  expect(draft).not.toContain(gone.picture)
  expect(draft).not.toContain('<p></p>')
})

test('a picture is replaced in drafts and published texts, with its own size', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { id, picture } = await added(shop, who, await photo('a.jpg', '#00a', 80, 60))
  const tag = `<img src="/pictures/${picture}-1200.webp" alt="Kept words" width="80" height="60" />`
  await saveText(shop, who, `<p>One ${tag}</p>`, 'publish')
  await saveText(shop, who, `<p>Two ${tag}</p>`)
  const next = await photo('b.jpg', '#0a0', 400, 900)
  const { version } = await pictureOf(shop, who, id)
  const form = { action: 'replace', version: String(version), file: next }
  expect(await sendPicture(shop, who, id, form)).toMatchObject({ status: 303 })
  const other = await idOf(next)
  expect(await aboutText(shop)).toContain(
    `One <img src="/pictures/${other}-1200.webp" alt="Kept words" width="400" height="900"`,
  )
  const row = await shop.db
    .selectFrom('content_pages')
    .select('draft')
    .where('id', '=', 'about')
    .where('language', '=', 'en')
    .executeTakeFirst()
  expect(row?.draft).toContain(`Two <img src="/pictures/${other}-1200.webp"`)
  // The second of two people is told, and nothing is replaced twice.
  expect(await sendPicture(shop, who, id, { ...form, file: await photo('c.jpg') })).toMatchObject({
    status: 422,
    fault: expect.stringContaining('The editor'),
  })
  const [late, was] = [{ action: 'save', name: 'By two', alt_en: '', alt_sv: '' }, { 'was:name': 'Before' }]
  expect(await sendPicture(shop, who, id, { ...late, ...was })).toMatchObject({ status: 422 })
})

test('the job that deletes unused files keeps those of the library, and deletes them once it has none', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const who = await signedIn(shop, 'editor')
  const { id, picture } = await added(shop, who, await photo('a.jpg', '#00a', 80, 60))
  const pass = async (days: number) => {
    for (let day = 0; day < days; day += 5) {
      clock.advance(5 * 86_400)
      await deleteUnusedFiles(shop)
    }
  }
  await pass(40)
  expect(filesIn(shop, 'pictures').filter((name) => name.startsWith(picture))).toHaveLength(14)
  const again = await signedIn(shop, 'editor')
  const { version } = await pictureOf(shop, again, id)
  await sendPicture(shop, again, id, { action: 'delete', version: String(version) })
  await pass(40)
  expect(filesIn(shop, 'pictures').filter((name) => name.startsWith(picture))).toEqual([])
})
