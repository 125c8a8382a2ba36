import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { contentItemScreen } from '../../../src/server/console/content/item-page.ts'
import { pictureNewScreen } from '../../../src/server/console/pictures/picture-new-page.ts'
import { pictureScreen } from '../../../src/server/console/pictures/picture-page.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { contentOf, outcome, type Browser, type Form } from './at-console.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A photograph of one colour as a file. */
export async function photo(name: string, background = '#357', width = 1500, height = 1000): Promise<File> {
  const image = sharp({ create: { width, height, channels: 3, background } })
  return new File([new Uint8Array(await image.jpeg().toBuffer())], name)
}

export const fileOf = (content: string | Bytes, name: string): File => new File([content], name)

/** The id that a picture's file gets from its content. */
export async function idOf(file: File): Promise<string> {
  const hash = createHash('sha256').update(new Uint8Array(await file.arrayBuffer()))
  return `photo-${hash.digest('hex').slice(0, 16)}`
}

/** Uploads files to the library; returns the answer, with the id where there is one picture. */
export async function upload(shop: Shop, who: Browser, files: readonly File[]) {
  const form = { action: 'upload', files } as unknown as Form
  const answer = await outcome(shop, who, pictureNewScreen, { form })
  return { ...answer, id: /pictures\/([\w-]+)\?/.exec(answer.location ?? '')?.[1] ?? '' }
}

/** Adds one picture that is taken; returns its id in the library and that of its files. */
export async function added(shop: Shop, who: Browser, file: File): Promise<{ id: string; picture: string }> {
  const { id, content } = await upload(shop, who, [file])
  if (id === '') throw new Error(JSON.stringify(content))
  return { id, picture: await idOf(file) }
}

export const pictureOf = (shop: Shop, who: Browser, id: string) =>
  contentOf(shop, who, pictureScreen, { params: { id } })

export const sendPicture = (shop: Shop, who: Browser, id: string, form: Form) =>
  outcome(shop, who, pictureScreen, { params: { id }, form })

/** Saves the English text of a page as its form does. */
export async function saveText(shop: Shop, who: Browser, html: string, action = 'save') {
  const params = { kind: 'page', id: 'about' }
  const { sides } = await contentOf(shop, who, contentItemScreen, { params })
  const english = sides.find(({ language }) => language === 'en')
  const was = english?.sections[0]?.fields.find(({ name }) => name === 'html')?.stored ?? ''
  const form = { action, 'set:en.html': html, 'was:set:en.html': was, languages: 'en' }
  return outcome(shop, who, contentItemScreen, { params, form })
}

/** The names of the files in a folder of the shop's data. */
export function filesIn({ env }: Shop, folder: string): string[] {
  try {
    return readdirSync(path.join(env.SHOP_DATA, folder)).sort()
  } catch {
    return []
  }
}
