import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { shopFiles } from '../../../src/server/backup/snapshot/shop-files.ts'
import { pictureScreen } from '../../../src/server/console/pictures/picture-page.ts'
import { productFilesScreen } from '../../../src/server/console/products/files/files-page.ts'
import { productPictureScreen } from '../../../src/server/console/products/files/product-picture-page.ts'
import { systemScreen } from '../../../src/server/console/system/system-page.ts'
import { deleteUnusedFiles } from '../../../src/server/jobs/delete-unused-files.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, visit, type Browser, type Form } from './at-console.ts'
import { added, fileOf, filesIn, idOf, pictureOf, saveText, sendPicture } from './picture-screens.ts'

const place = 'PLACE-WHERE-IT-WAS-TAKEN'

/**
 * A photograph that a camera held on its side: 60 × 40 as it is stored, 40 × 60 upright, where its upper half is red
 * and its lower half is blue. It notes where it was taken.
 */
async function sideways(name: string): Promise<File> {
  const half = (background: string) => ({ create: { width: 30, height: 40, channels: 3 as const, background } })
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } }).composite([
    { input: half('#00f'), left: 30, top: 0 },
    { input: half('#f00'), left: 0, top: 0 },
  ])
  const bytes = await image
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6, exif: { IFD0: { ImageDescription: place } } })
    .toBuffer()
  return fileOf(new Uint8Array(bytes), name)
}

/** The colour in the middle of a rendering, and its size. */
async function rendered(shop: Shop, name: string) {
  const file = path.join(shop.env.SHOP_DATA, 'pictures', name)
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
  const [red = 0, , blue = 0] = data.subarray(at, at + 3)
  return { colour: red > 200 ? 'red' : blue > 200 ? 'blue' : 'other', width: info.width, height: info.height }
}

const lower = { action: 'crop', x: '0', y: '30', width: '40', height: '30' }
const upper = { ...lower, y: '0' }

test('a picture of the library is cropped upright and again, shown whole, and its original is kept', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const who = await signedIn(shop, 'editor')
  const file = await sideways('side.jpg')
  const { id, picture } = await added(shop, who, file)
  const opened = await pictureOf(shop, who, id)
  expect(opened).toMatchObject({ original: { width: 40, height: 60 }, sheet: { isKept: true, isCropped: false } })
  await saveText(shop, who, `<p><img src="/pictures/${picture}-600.webp" alt="" width="40" height="60"></p>`)
  const crop = async (form: Form) => {
    const { version } = await pictureOf(shop, who, id)
    expect(await sendPicture(shop, who, id, { ...form, version: String(version) })).toMatchObject({ status: 303 })
    return pictureOf(shop, who, id)
  }
  const cut = await crop(lower)
  expect(cut).toMatchObject({ original: { width: 40, height: 30 }, sheet: { crop: { x: 0, y: 30 }, isCropped: true } })
  expect(cut.uses).toHaveLength(1)
  expect(await rendered(shop, `${cut.pictureId}-600.webp`)).toEqual({ colour: 'blue', width: 40, height: 30 })
  expect(await rendered(shop, `${cut.pictureId}-1.avif`)).toEqual({ colour: 'blue', width: 1200, height: 1200 })
  // The other half, which the cropped picture does not have: it comes from the original.
  const other = await crop(upper)
  expect(await rendered(shop, `${other.pictureId}-600.avif`)).toMatchObject({ colour: 'red' })
  expect(await crop({ action: 'uncrop' })).toMatchObject({ pictureId: picture, sheet: { isCropped: false } })
  const log = await auditOf(shop.db, { kind: 'picture', id })
  expect(log.map(({ operation }) => operation)).toEqual([...Array(3).fill('pictures.crop'), 'pictures.upload'])
  expect(log[1]?.after).toContain('0, 0: 40 × 30')
  // What the camera noted is in the original alone, which is not among the files that are served.
  expect(readFileSync(path.join(shop.env.SHOP_DATA, 'originals', picture)).includes(place)).toBe(true)
  for (const name of filesIn(shop, 'pictures')) {
    const bytes = readFileSync(path.join(shop.env.SHOP_DATA, 'pictures', name))
    expect(bytes.includes(place) || bytes.includes('Exif'), name).toBe(false)
  }
  const { originals } = await contentOf(shop, await signedIn(shop, 'owner'), systemScreen)
  expect(originals).toEqual({ count: 1, bytes: file.size })
  const kept: string[] = []
  for await (const { name } of shopFiles(shop.env.SHOP_DATA, path.join(shop.env.SHOP_DATA, 'backups'))) kept.push(name)
  expect(kept).toContain(`files/originals/${picture}`)
  await crop(lower)
  const pass = async (days: number) => {
    for (let day = 0; day < days; day += 5) {
      clock.advance(5 * 86_400)
      await deleteUnusedFiles(shop)
    }
  }
  await pass(40)
  expect(filesIn(shop, 'originals')).toEqual([picture])
  const again = await signedIn(shop, 'editor')
  await saveText(shop, again, '<p>None</p>')
  const { version } = await pictureOf(shop, again, id)
  await sendPicture(shop, again, id, { action: 'delete', version: String(version) })
  // First the parts, then the original that was kept for them.
  await pass(80)
  expect(filesIn(shop, 'originals')).toEqual([])
  expect(filesIn(shop, 'pictures').filter((name) => name.startsWith('photo-'))).toEqual([])
  expect(await shop.db.selectFrom('picture_crops').selectAll().execute()).toEqual([])
  expect(await shop.db.selectFrom('picture_originals').selectAll().execute()).toEqual([])
})

test('what is no part of the picture is refused at its field, and so is a crop of what another changed', async () => {
  await using shop = await fixtureShop()
  const [one, two] = [await signedIn(shop, 'editor'), await signedIn(shop, 'owner')]
  const { id, picture } = await added(shop, one, await sideways('side.jpg'))
  const version = '1'
  for (const [wrong, field] of [
    [{ width: '41' }, 'width'],
    [{ height: '31' }, 'height'],
    [{ width: '15' }, 'height'],
    [{ x: '-1' }, 'x'],
    [{ y: '1e1' }, 'y'],
    [{ x: '' }, 'x'],
    [{ width: '9999999999999999999' }, 'width'],
    [{ height: '<b>' }, 'height'],
  ] as const) {
    const form = { ...lower, version, ...wrong }
    const answer = await visit(shop, one, pictureScreen, { params: { id }, form })
    expect(answer, JSON.stringify(wrong)).toMatchObject({
      status: 422,
      page: { values: { ...form, [`fault:${field}`]: expect.stringContaining('40 × 60') } },
    })
  }
  expect(await sendPicture(shop, two, id, { ...lower, version })).toMatchObject({ status: 303 })
  expect(await sendPicture(shop, one, id, { ...upper, version })).toMatchObject({
    status: 422,
    fault: expect.stringContaining('The owner'),
  })
  expect((await pictureOf(shop, one, id)).sheet?.crop).toMatchObject({ y: 30 })
  // The original cannot be in the library twice: another row shows it by now.
  await added(shop, one, await sideways('again.jpg'))
  expect(await sendPicture(shop, two, id, { action: 'uncrop', version: '2' })).toMatchObject({ status: 422 })
  expect((await pictureOf(shop, two, id)).pictureId).not.toBe(picture)
  // Without its original, as of an import, a picture is cropped from its largest rendering, 1,200 pixels for 60.
  await rm(path.join(shop.env.SHOP_DATA, 'originals', picture))
  await shop.db.deleteFrom('picture_originals').execute()
  expect((await pictureOf(shop, two, id)).sheet).toMatchObject({ isKept: false })
  expect(await sendPicture(shop, two, id, { ...upper, version: '2' })).toMatchObject({ status: 303 })
  const cut = await pictureOf(shop, two, id)
  expect(await rendered(shop, `${cut.pictureId}-1200.webp`)).toMatchObject({ colour: 'red', width: 800, height: 600 })
  for (const name of filesIn(shop, 'pictures').filter((each) => each.startsWith(picture)))
    await rm(path.join(shop.env.SHOP_DATA, 'pictures', name))
  expect(await sendPicture(shop, two, id, { ...lower, height: '29', version: '3' })).toMatchObject({
    status: 422,
    fault: expect.stringContaining('deleted'),
  })
})

test('a crop is taken back from the history, unless the picture was cropped again', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { id, picture } = await added(shop, who, await sideways('side.jpg'))
  const crop = async (form: Form) => {
    const { version } = await pictureOf(shop, who, id)
    expect((await sendPicture(shop, who, id, { ...form, version: String(version) })).fault).toBeNull()
    return pictureOf(shop, who, id)
  }
  const undo = (entry = '') => sendPicture(shop, who, id, { action: 'undo', entry })
  const cut = await crop(lower)
  const [first] = cut.audit
  expect(first).toMatchObject({ operation: 'pictures.crop', undo: 'undo' })
  expect((await undo(first?.id)).fault).toBeNull()
  const whole = await pictureOf(shop, who, id)
  expect(whole).toMatchObject({ pictureId: picture, sheet: { isCropped: false } })
  expect((await undo(whole.audit[0]?.id)).fault).toBeNull()
  expect(await pictureOf(shop, who, id)).toMatchObject({ pictureId: cut.pictureId, sheet: { crop: { y: 30 } } })
  const other = await crop(upper)
  expect(other.audit.find((line) => line.id === first?.id)?.undo).toBeUndefined()
  expect((await undo(first?.id)).fault).toContain('afterwards')
  const newest = other.audit[0]?.id
  const both = await Promise.all([undo(newest), undo(newest)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect(await pictureOf(shop, who, id)).toMatchObject({ pictureId: cut.pictureId, sheet: { crop: { y: 30 } } })
})

const sku = 'fan'
const files = (shop: Shop, who: Browser) => contentOf(shop, who, productFilesScreen, { params: { sku } })
const cropAt = (shop: Shop, who: Browser, picture: string, form: Form) =>
  outcome(shop, who, productPictureScreen, { params: { sku, picture }, form })

test('a picture of a product is cropped in its place with its texts, and the change is taken back', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const photo = await sideways('side.jpg')
  const picture = await idOf(photo)
  await outcome(shop, who, productFilesScreen, {
    params: { sku },
    form: { action: 'upload', files: [photo] } as unknown as Form,
  })
  const before = await files(shop, who)
  const described = { action: 'save', version: before.version, [`alt_sv:${picture}`]: 'Fläkten' }
  await outcome(shop, who, productFilesScreen, { params: { sku }, form: described })
  const { version, pictures } = await files(shop, who)
  expect(await cropAt(shop, who, picture, { ...lower, version: 'old' })).toMatchObject({ status: 422 })
  const answer = await cropAt(shop, who, picture, { ...lower, version })
  expect(answer).toMatchObject({ status: 303, location: expect.stringContaining('/files?done=crop') })
  const after = await files(shop, who)
  expect(after.pictures.map(({ altSv }) => altSv)).toEqual(pictures.map(({ altSv }) => altSv))
  const part = after.pictures.at(-1)?.id ?? ''
  expect(part).not.toBe(picture)
  expect(await rendered(shop, `${part}-4.webp`)).toMatchObject({ colour: 'blue' })
  // Nobody crops by the address of a product a picture that it does not have.
  expect(await cropAt(shop, who, picture, { ...upper, version: after.version })).toMatchObject({ status: 404 })
  const back = { action: 'restore', version: after.version, entry: after.earlier[0]?.entry ?? '' }
  expect(await outcome(shop, who, productFilesScreen, { params: { sku }, form: back })).toMatchObject({ status: 303 })
  expect((await files(shop, who)).pictures.at(-1)?.id).toBe(picture)
})
