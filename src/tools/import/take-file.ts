import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { BrandPictureError, storeBrandPicture } from '../../server/platform/settings/brand/brand-picture.ts'
import { printJson } from '../print.ts'
import { cropPhoto } from './crop-photo.ts'
import { DocumentFiles } from './document-files.ts'
import { checkPhoto } from './photo-check.ts'
import { exists, renderForTexts, renderPhoto } from './render-photo.ts'

type Order = { file: string; data: string; format: string }

/**
 * Takes one uploaded file into the shop's data, in a process of its own, so that a hostile file can neither stop the
 * shop nor keep its memory: `take-file.ts picture|text-picture|document FILE DATA FORMAT`. Prints what it is, or why it
 * cannot be used, as JSON (server/catalog/import/files/file-taker.ts). A file of another format than its name says
 * (FORMAT) is refused before anything is made of it. `take-file.ts crop WANTED DATA` makes a part of a picture that the
 * shop has, and `take-file.ts brand FILE DATA SETTING` stores a picture of the brand.
 */
async function takePicture({ file, data, format }: Order, { isForTexts }: { isForTexts: boolean }): Promise<object> {
  const photo = await checkPhoto(file)
  if ('problem' in photo) return photo
  if (photo.format !== format) return { problem: 'name', is: photo.format }
  const folder = join(data, 'pictures')
  await mkdir(folder, { recursive: true })
  await renderPhoto({ id: photo.id, file }, folder)
  if (isForTexts) await renderForTexts({ id: photo.id, file }, folder)
  await keepOriginal(file, join(data, 'originals'), photo.id)
  return photo
}

/** Keeps the file as it was sent, for crops; it is never served, because it has what the camera noted of the place. */
async function keepOriginal(file: string, folder: string, id: string): Promise<void> {
  const target = join(folder, id)
  if (await exists(target)) return
  await mkdir(folder, { recursive: true })
  const draft = `${target}.${randomUUID()}.draft`
  try {
    await copyFile(file, draft)
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}

async function takeDocument({ file, data, format }: Order): Promise<object> {
  const documents = new DocumentFiles(join(data, 'documents'))
  const checked = await documents.check(file)
  if ('problem' in checked) return { problem: 'kind' }
  if (format !== 'pdf') return { problem: 'name', is: 'pdf' }
  const [made] = await documents.make([checked.id])
  return { format: 'pdf', ...made }
}

async function takeBrand({ file, data, format: setting }: Order): Promise<object> {
  try {
    return { path: await storeBrandPicture(setting, file, data) }
  } catch (error) {
    if (error instanceof BrandPictureError) return { fault: error.fault }
    throw error
  }
}

sharp.concurrency(1)
sharp.cache(false)
const [kind, file = '', data = '', format = ''] = process.argv.slice(2)
const order = { file, data, format }
const run = {
  picture: () => takePicture(order, { isForTexts: false }),
  'text-picture': () => takePicture(order, { isForTexts: true }),
  document: () => takeDocument(order),
  brand: () => takeBrand(order),
  crop: async () => (await cropPhoto(JSON.parse(file), data)) ?? { problem: 'broken' },
}
printJson(await run[kind as keyof typeof run]())
