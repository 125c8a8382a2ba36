import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { undoRun } from '../../../src/server/catalog/import/journal/undo-run.ts'
import type { Photos } from '../../../src/server/catalog/import/rows/feed-files.ts'
import { saveGuide } from '../../../src/server/content/save-guide.ts'
import { cleanUpImports } from '../../../src/server/jobs/clean-up-imports.ts'
import { deleteUnusedFiles } from '../../../src/server/jobs/delete-unused-files.ts'
import { DocumentFiles } from '../../../src/tools/import/document-files.ts'
import { fileFolder } from '../../../src/tools/import/file-folder.ts'
import { setSettings } from '../../support/set-settings.ts'
import { freshShop } from '../../support/test-shop.ts'
import { importText } from '../import/import-with.ts'
import { movableClock } from '../ordering/checkout/buyer.ts'
import { photosMadeOnce } from './photos-made-once.ts'

vi.setConfig({ testTimeout: 180_000 })

const given = mkdtempSync(path.join(tmpdir(), 'given-'))
const rendered = mkdtempSync(path.join(tmpdir(), 'rendered-'))
const photosFor = photosMadeOnce(rendered)
const day = 86_400

beforeAll(async () => {
  for (const [name, background] of [
    ['red.jpg', '#a00'],
    ['blue.jpg', '#00a'],
  ] as const)
    await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .jpeg()
      .toFile(path.join(given, name))
  for (const name of ['old.pdf', 'new.pdf']) writeFileSync(path.join(given, name), `%PDF-1.7\n${name}\n%%EOF\n`)
})
afterAll(() => [given, rendered].forEach((folder) => rmSync(folder, { recursive: true })))

/** An empty shop, and what its job logs. Undoing imports depends on the real clock, from which this one starts. */
async function filesShop() {
  const clock = movableClock(new Date())
  const said: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void said.push(line) })
  const shop = await freshShop({ now: clock.now, log })
  const folder = (name: string): string => path.join(shop.env.SHOP_DATA, name)
  const photos = fileFolder(given, photosFor(folder('pictures')))
  const documents = fileFolder(given, new DocumentFiles(folder('documents')))
  const imports = (photo: string, document: string, own: { photos?: Photos; run?: { number?: number } } = {}) =>
    importText(
      shop,
      ['feed.json', JSON.stringify([{ sku: 'A', name: 'Part A', photo, document }])],
      { picture: { files: 'photo' }, documents: { files: 'document' } },
      { photos, documents, now: clock.now(), ...own },
    )
  const files = (): number[] => ['pictures', 'documents'].map((name) => readdirSync(folder(name)).length)
  const rows = async (): Promise<number[]> => {
    const [pictures, papers] = [shop.db.selectFrom('pictures'), shop.db.selectFrom('document_files')]
    return [(await pictures.select('id').execute()).length, (await papers.select('id').execute()).length]
  }
  /** Lets days pass, with the shop's daily jobs on the first day and the last three. */
  const pass = async (days: number): Promise<void> => {
    for (let passed = 1; passed <= days; passed += 1) {
      clock.advance(day)
      if (passed > 1 && passed <= days - 3) continue
      await cleanUpImports(shop)
      await deleteUnusedFiles(shop)
    }
  }
  return { ...shop, clock, said, photos, imports, files, rows, pass, folder }
}

/** The shop after its only product got another photograph and another document, and a day has passed. */
async function shopWithUnused() {
  const shop = await filesShop()
  await shop.imports('red.jpg', 'old.pdf')
  const run: { number?: number } = {}
  await shop.imports('blue.jpg', 'new.pdf', { run })
  shop.clock.advance(3_600)
  await deleteUnusedFiles(shop)
  const used = await shop.db.selectFrom('product_pictures').select('picture_id').executeTakeFirstOrThrow()
  const ids = await shop.db.selectFrom('pictures').select('id').execute()
  const unused = ids.find(({ id }) => id !== used.picture_id)?.id ?? ''
  return { ...shop, run: run.number ?? 0, unused }
}

/** Every picture and document that a product has, has its row and its files. */
async function isWhole(shop: Awaited<ReturnType<typeof filesShop>>): Promise<boolean> {
  const { picture_id: picture } = await shop.db
    .selectFrom('product_pictures')
    .select('picture_id')
    .executeTakeFirstOrThrow()
  const row = await shop.db.selectFrom('pictures').select('id').where('id', '=', picture).executeTakeFirst()
  return row !== undefined && readdirSync(shop.folder('pictures')).filter((name) => name.startsWith(picture)).length > 1
}

test('what no product has any more is deleted after thirty days, row and files, and counted in the log', async () => {
  await using shop = await shopWithUnused()
  const [pictures = 0] = shop.files()
  expect([pictures, await shop.rows()]).toEqual([20, [2, 2]])
  await shop.pass(30)
  expect([shop.files(), await shop.rows(), shop.said]).toEqual([[20, 2], [2, 2], []])
  await shop.pass(1)
  expect([shop.files(), await shop.rows()]).toEqual([
    [10, 1],
    [1, 1],
  ])
  expect(shop.said.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { deleted: { pictures: 1, documents: 1 }, msg: 'unused files were deleted' },
  ])
  expect(await isWhole(shop)).toBe(true)
  await shop.pass(40)
  expect(shop.said).toHaveLength(1)
  expect(await shop.db.selectFrom('unused_files').selectAll().execute()).toEqual([])
  expect(await shop.imports('red.jpg', 'old.pdf')).toMatchObject({ changed: 1, left_out: 0 })
  expect([shop.files(), await isWhole(shop)]).toEqual([[20, 2], true])
})

test('what the undo of an import needs stays as long as it can be undone', async () => {
  await using shop = await shopWithUnused()
  for (let days = 0; days < 40; days += 5) {
    shop.clock.advance(5 * day)
    await deleteUnusedFiles(shop)
  }
  expect(shop.files()).toEqual([20, 2])
  await undoRun({ db: shop.db, kind: shop.kind, now: shop.clock.now() }, shop.run)
  expect(await isWhole(shop)).toBe(true)
  const used = await shop.db.selectFrom('product_pictures').select('picture_id').execute()
  expect(used).toEqual([{ picture_id: shop.unused }])
  await shop.pass(29)
  expect(shop.files()).toEqual([20, 2])
})

test.each(['guide', 'category', 'page', 'setting'])('a file that only a %s refers to stays', async (where) => {
  await using shop = await shopWithUnused()
  const { db, unused } = shop
  const at = shop.now().toISOString()
  const document = await db
    .selectFrom('document_files')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product_documents').select('id').whereRef('document_id', '=', 'document_files.id'))),
    )
    .executeTakeFirstOrThrow()
  const link = `/documents/${document.id}.pdf`
  if (where === 'guide')
    await saveGuide(
      shop,
      { kind: 'guide', id: 'battery', language: 'sv' },
      JSON.stringify({ ...guide, steps: [{ title: 'Byt', text: 'Byt.', picture: unused }] }),
    )
  else if (where === 'category') await db.updateTable('categories').set({ picture_id: unused }).execute()
  else if (where === 'page') {
    const draft = `<p><a href="${link}">Warranty</a> <a href="/pictures/${unused}-1.avif">Photo</a></p>`
    await db
      .insertInto('widgets')
      .values({ slug: 'home', language: 'sv', draft, draft_hidden: 0, ...nothingShown, updated_at: at })
      .execute()
  } else await setSettings(shop, ['brand.logo', `/pictures/${unused}-1.webp`])
  await shop.pass(40)
  const isKept = await db.selectFrom('pictures').select('id').where('id', '=', unused).executeTakeFirst()
  expect(isKept?.id).toBe(unused)
  expect(shop.files()).toEqual([20, where === 'page' ? 2 : 1])
})

const nothingShown = { published: null, hidden: 0, publish_at: null } as const
const guide = {
  title: 'Byt batteri',
  introduction: 'Så byter du batteri.',
  difficulty: 'moderate',
  minutes: { from: 30, to: 45 },
  appliesTo: { devices: [], series: [], parts: [] },
  tools: [],
  parts: { numbers: [] },
}

test('an import that has read of a picture which is deleted before it writes makes it again', async () => {
  await using shop = await shopWithUnused()
  await shop.pass(30)
  let made = 0
  const photos: Photos = {
    check: (name) => shop.photos.check(name),
    make: async (ids) => {
      made += 1
      if (made === 1) {
        await shop.pass(1)
        expect(await shop.rows()).toEqual([1, 1])
      }
      return shop.photos.make(ids)
    },
  }
  expect(await shop.imports('red.jpg', 'old.pdf', { photos })).toMatchObject({ changed: 1, error: null })
  expect([made, await isWhole(shop), shop.files()]).toEqual([2, true, [20, 2]])
})

test('a guide saved while its picture is about to be deleted has it, or is refused', async () => {
  for (let round = 0; round < 3; round += 1) {
    await using shop = await shopWithUnused()
    await shop.pass(30)
    shop.clock.advance(day)
    await cleanUpImports(shop)
    const steps = [{ title: 'Byt', text: 'Byt.', picture: shop.unused }]
    const saving = saveGuide(
      shop,
      { kind: 'guide', id: 'battery', language: 'sv' },
      JSON.stringify({ ...guide, steps }),
    ).then(
      () => 'saved',
      (error: unknown) => String(error),
    )
    const [saved] = await Promise.all([saving, deleteUnusedFiles(shop)])
    const row = await shop.db.selectFrom('pictures').select('id').where('id', '=', shop.unused).executeTakeFirst()
    expect([saved, shop.files()[0]]).toEqual(
      row ? ['saved', 20] : [expect.stringContaining(`no picture ${shop.unused}`), 10],
    )
  }
})

test('files that a killed process left are deleted by the next run, unless their picture has come back', async () => {
  await using shop = await shopWithUnused()
  mkdirSync(shop.folder('pictures'), { recursive: true })
  for (const id of ['photo-left', shop.unused])
    await shop.db
      .insertInto('unused_files')
      .values({ kind: 'picture', id, unused_since: shop.now().toISOString(), is_gone: 1 })
      .onConflict((on) => on.columns(['kind', 'id']).doUpdateSet({ is_gone: 1 }))
      .execute()
  writeFileSync(path.join(shop.folder('pictures'), 'photo-left-3.webp'), '')
  await shop.pass(1)
  expect(shop.files()).toEqual([20, 2])
  expect(shop.said).toHaveLength(1)
  await shop.pass(29)
  expect(shop.files()).toEqual([20, 2])
})

test('one of several processes looks for them, once a day, and not while an import is open', async () => {
  await using shop = await shopWithUnused()
  await shop.pass(30)
  shop.clock.advance(day)
  await cleanUpImports(shop)
  const { number } = await shop.db
    .selectFrom('catalog_imports')
    .select('number')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  const setState = (state: 'writing' | 'done') =>
    shop.db.updateTable('catalog_imports').set({ state }).where('number', '=', number).execute()
  await setState('writing')
  await deleteUnusedFiles(shop)
  expect(shop.files()).toEqual([20, 2])
  await setState('done')
  await Promise.all([deleteUnusedFiles(shop), deleteUnusedFiles(shop), deleteUnusedFiles(shop)])
  expect([shop.files(), shop.said.length]).toEqual([[10, 1], 1])
})

test('how long they stay is a setting', async () => {
  await using shop = await shopWithUnused()
  await setSettings(shop, ['retention.unusedFileDays', 60])
  await shop.pass(60)
  expect(shop.files()).toEqual([20, 2])
  await shop.pass(1)
  expect(shop.files()).toEqual([10, 1])
})
