import { access } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { addOriginalRow } from '../../catalog/import/files/crop-queries.ts'
import type { FileProblem, TakenDocument, TakenPicture } from '../../catalog/import/files/file-taker.ts'
import { filesOfPicture } from '../../catalog/import/files/files-of.ts'
import { addDocumentRow, addPictureRow } from '../../catalog/import/files/picture-row-queries.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { printableLine } from '../../platform/printable.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { ConsoleFault } from '../frame/fault-texts.ts'
import type { ReceivedFile } from '../frame/receive-files.ts'
import { uploadLimits } from './receive-pictures.ts'

/** What a name that ends so says that the file is. */
const formatOfEnding: Readonly<Record<string, string>> = {
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.jpe': 'jpeg',
  '.jfif': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
  '.avif': 'avif',
  '.pdf': 'pdf',
}

const faults: Readonly<Record<FileProblem['problem'], ConsoleFault>> = {
  too_large: 'picture_too_large',
  kind: 'picture_kind',
  pixels: 'picture_pixels',
  broken: 'picture_broken',
  name: 'picture_name',
}

/**
 * Takes an uploaded picture into the shop's data, with `isForTexts` in the sizes that texts show too. Throws
 * ConsoleError for one that it cannot show.
 */
export async function takePicture(
  { shop }: Pick<ConsoleContext, 'shop'>,
  file: ReceivedFile,
  { isForTexts }: { isForTexts: boolean },
): Promise<TakenPicture> {
  const taken = await withinUploadLimit(file, () => shop.files.picture(file.path, formatOf(file), isForTexts))
  if ('problem' in taken) throw faultOf(taken)
  const { id, width, height } = taken
  // What is refused after this has a row, by which the job that deletes unused files finds it.
  await shop.db.transaction().execute(async (trx) => {
    await addPictureRow(trx, { id, width, height })
    await addOriginalRow(trx, { id, bytes: file.bytes })
  })
  return taken
}

/** Takes an uploaded document into the shop's data. Throws ConsoleError for one that is no whole PDF. */
export async function takeDocument({ shop }: Pick<ConsoleContext, 'shop'>, file: ReceivedFile): Promise<TakenDocument> {
  const taken = await withinUploadLimit(file, () => shop.files.document(file.path, formatOf(file)))
  if ('problem' in taken) throw taken.problem === 'name' ? faultOf(taken) : new ConsoleError('document_kind')
  const { id, bytes } = taken
  await shop.db.transaction().execute((trx) => addDocumentRow(trx, { id, bytes }))
  return taken
}

/**
 * Takes a picture again where the job that deletes unused files has just deleted files of it: it ended after they were
 * looked at, and before the row that keeps them was written.
 */
export async function takeAgain(context: Pick<ConsoleContext, 'shop'>, file: ReceivedFile, id: string): Promise<void> {
  if (!(await hasFiles(context.shop, id))) await takePicture(context, file, { isForTexts: true })
}

/** Whether the files of a picture are there; all are made, and deleted, together. */
export async function hasFiles({ env }: Pick<Shop, 'env'>, id: string): Promise<boolean> {
  const [first = ''] = filesOfPicture(id)
  return access(join(env.SHOP_DATA, 'pictures', first)).then(
    () => true,
    () => false,
  )
}

/** What a file is called without folders and ending, as a name to begin with. */
export function nameOfFile(file: string): string {
  const name = shownFile(file)
  return (
    name
      .slice(0, name.length - extname(name).length)
      .replaceAll(/[_\s]+/g, ' ')
      .trim()
      .slice(0, 120) || name
  )
}

/** The name that the sender's file has; it is shown, and never a path here. */
export function shownFile(file: string): string {
  return printableLine(file.replaceAll('\\', '/').split('/').at(-1) ?? '').slice(0, 120) || '?'
}

async function withinUploadLimit<Taken>({ isTooLarge }: ReceivedFile, run: () => Promise<Taken>): Promise<Taken> {
  if (isTooLarge) throw new ConsoleError('picture_too_large', { megabytes: uploadLimits.megabytes })
  return unlessBusy(run)
}

/** Works with files. Throws ConsoleError where too many others wait for that. */
export async function unlessBusy<Made>(run: () => Promise<Made>): Promise<Made> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ProblemError && error.status === 503) throw new ConsoleError('picture_busy')
    throw error
  }
}

/** What the name of a file says that it is; '' for a name that says nothing, which is refused. */
function formatOf({ name }: ReceivedFile): string {
  return formatOfEnding[extname(name).toLowerCase()] ?? ''
}

function faultOf({ problem, is = '' }: FileProblem): ConsoleError {
  return new ConsoleError(faults[problem], { megabytes: uploadLimits.megabytes, is: is.toUpperCase() })
}
