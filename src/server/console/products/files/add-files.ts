import type * as z from 'zod/mini'
import type { UploadResult } from '../../../../contracts/console/pictures.ts'
import type { addDocumentForm, ProductFilesPage } from '../../../../contracts/console/product-files.ts'
import {
  isBeingDeleted,
  insertAndLockDocument,
  insertAndLockPicture,
} from '../../../catalog/import/files/picture-row-queries.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError, refusalText } from '../../frame/console-error.ts'
import { deleteFiles, type ReceivedFile } from '../../frame/receive-files.ts'
import { filesOf } from '../../pictures/receive-pictures.ts'
import { nameOfFile, shownFile, takeAgain, takeDocument, takePicture } from '../../pictures/take-upload.ts'
import { filesContent } from './files-content.ts'
import { changeFiles } from './on-files.ts'

type Shown = { readonly content: ProductFilesPage | undefined; readonly isQuestion: boolean }

/** Adds every picture of the form behind those that the product has; shows what was refused, if anything was. */
export async function addPictures(context: ConsoleContext): Promise<void | Shown> {
  const files = filesOf(context)
  if (files.length === 0) throw new ConsoleError('import_file_missing')
  const results: UploadResult[] = []
  try {
    for (const file of files) results.push(await addPicture(context, file))
  } finally {
    await deleteFiles(files)
  }
  if (results.some(({ fault }) => fault !== null))
    return { content: await filesContent(context, results), isQuestion: true }
}

async function addPicture(context: ConsoleContext, file: ReceivedFile): Promise<UploadResult> {
  const shown = shownFile(file.name)
  try {
    const { id, width, height } = await takePicture(context, file, { isForTexts: false })
    await changeFiles(context, {
      operation: 'products.add_picture',
      change: async (trx, { pictures, ...rest }) => {
        if (await isBeingDeleted(trx, 'picture', id)) throw new ConsoleError('picture_busy')
        if (pictures.some((picture) => picture.id === id)) throw new ConsoleError('product_picture_there')
        await insertAndLockPicture(trx, { id, width, height })
        return { ...rest, pictures: [...pictures, { id, en: '', sv: '' }] }
      },
    })
    await takeAgain(context, file, id)
    return { file: shown, id, fault: null }
  } catch (error) {
    const fault = refusalText(error, context.request.locals.t)
    if (fault === undefined) throw error
    return { file: shown, id: null, fault }
  }
}

/** Adds a document with its titles; without any, it is called as its file. */
export async function addDocument(
  context: ConsoleContext,
  { title_en, title_sv }: z.output<typeof addDocumentForm>,
): Promise<void> {
  const files = filesOf(context)
  try {
    const [file] = files
    if (!file) throw new ConsoleError('import_file_missing')
    const { id, bytes } = await takeDocument(context, file)
    const titles = { title_en: title_en.trim(), title_sv: title_sv.trim() }
    const isUntitled = titles.title_en === '' && titles.title_sv === ''
    await changeFiles(context, {
      operation: 'products.add_document',
      change: async (trx, { documents, ...rest }) => {
        if (await isBeingDeleted(trx, 'document', id)) throw new ConsoleError('picture_busy')
        if (documents.some((document) => document.id === id)) throw new ConsoleError('product_document_there')
        await insertAndLockDocument(trx, { id, bytes })
        const own = isUntitled ? { title_en: nameOfFile(file.name), title_sv: '' } : titles
        return { ...rest, documents: [...documents, { id, ...own }] }
      },
    })
  } finally {
    await deleteFiles(files)
  }
}
