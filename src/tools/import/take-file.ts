import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DocumentFiles } from './document-files.ts'
import { checkPhoto } from './photo-check.ts'
import { renderForTexts, renderPhoto } from './render-photo.ts'

/**
 * Takes one uploaded file into the shop's data, in a process of its own, so that a hostile file can neither stop the
 * shop nor keep its memory: `take-file.ts picture|text-picture|document FILE DATA`. Prints what it is, or why it cannot
 * be used, as JSON (`TakenFile` in server/catalog/import/files/file-taker.ts).
 */
async function takePicture(file: string, data: string, isForTexts: boolean): Promise<object> {
  const photo = await checkPhoto(file)
  if ('problem' in photo) return photo
  const folder = join(data, 'pictures')
  await mkdir(folder, { recursive: true })
  await renderPhoto({ id: photo.id, file }, folder)
  if (isForTexts) await renderForTexts({ id: photo.id, file }, folder)
  return photo
}

async function takeDocument(file: string, data: string): Promise<object> {
  const documents = new DocumentFiles(join(data, 'documents'))
  const checked = await documents.check(file)
  if ('problem' in checked) return { problem: 'kind' }
  const [made] = await documents.make([checked.id])
  return { format: 'pdf', ...made }
}

sharp.concurrency(1)
sharp.cache(false)
const [kind, file = '', data = ''] = process.argv.slice(2)
const taken =
  kind === 'document' ? await takeDocument(file, data) : await takePicture(file, data, kind === 'text-picture')
process.stdout.write(JSON.stringify(taken))
