import type * as z from 'zod/mini'
import { noPictureForm } from '../../../../contracts/console/pictures.ts'
import {
  addDocumentForm,
  orderDocumentsForm,
  orderPicturesForm,
  restoreFilesForm,
  type ProductFilesPage,
} from '../../../../contracts/console/product-files.ts'
import { lockKnownFiles } from '../../../catalog/import/files/picture-row-queries.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../../frame/console-screen.ts'
import { readWithFiles } from '../../pictures/receive-pictures.ts'
import { requestedProduct } from '../record/save-section.ts'
import { addDocument, addPictures } from './add-files.ts'
import { earlierFiles } from './earlier-files.ts'
import { filesContent } from './files-content.ts'
import { changeFiles, type ProductFiles } from './on-files.ts'
import { inPlaces } from './order-files.ts'

const permission = 'products.change'

/** The pictures and documents of one product: their order, their texts, and files that are added. */
export const productFilesScreen = consoleScreen<ProductFilesPage>({
  screen: 'product-files',
  permission: 'products.view',
  doneElsewhere: ['crop', 'uncrop'],
  load: (context) => filesContent(context),
  readFields: (context) => readWithFiles(context, permission),
  actions: {
    upload: consoleAction({ permission, form: noPictureForm, run: (context) => addPictures(context) }),
    save: consoleAction({ permission, form: orderPicturesForm, run: savePictures }),
    add_document: consoleAction({ permission, form: addDocumentForm, run: addDocument }),
    save_documents: consoleAction({ permission, form: orderDocumentsForm, run: saveDocuments }),
    restore: consoleAction({ permission, form: restoreFilesForm, run: restore }),
  },
})

async function savePictures(context: ConsoleContext, input: z.output<typeof orderPicturesForm>): Promise<void> {
  await changeFiles(context, {
    operation: 'products.order_pictures',
    version: input.version,
    change: async (_trx, { pictures, ...rest }) => {
      const described = pictures.map(({ id, en, sv }) => ({
        id,
        en: textIn(input['alt_en:'], id, en, 200),
        sv: textIn(input['alt_sv:'], id, sv, 200),
      }))
      return { ...rest, pictures: inPlaces(described, { places: input['place:'], off: input['off:'] }) }
    },
  })
}

async function saveDocuments(context: ConsoleContext, input: z.output<typeof orderDocumentsForm>): Promise<void> {
  await changeFiles(context, {
    operation: 'products.order_documents',
    version: input.version,
    change: async (_trx, { documents, ...rest }) => {
      const titled = documents.map(({ id, title_en, title_sv }) => ({
        id,
        title_en: textIn(input['title_en:'], id, title_en, 120),
        title_sv: textIn(input['title_sv:'], id, title_sv, 120),
      }))
      return { ...rest, documents: inPlaces(titled, { places: input['place:'], off: input['off:'] }) }
    },
  })
}

/** Gives the product the files that it had before a change that the log has. */
async function restore(context: ConsoleContext, { version, entry }: z.output<typeof restoreFilesForm>): Promise<void> {
  const { id } = await requestedProduct(context)
  const earlier = (await earlierFiles(context.shop.db, id)).find((each) => each.id === entry)
  if (!earlier) throw new ConsoleError('unknown')
  await changeFiles(context, {
    operation: 'products.restore_files',
    version,
    change: async (trx, now) => {
      const wanted: ProductFiles = { ...now, ...earlier.files }
      const ids = { picture: wanted.pictures.map((each) => each.id), document: wanted.documents.map((each) => each.id) }
      for (const kind of ['picture', 'document'] as const) {
        const known = await lockKnownFiles(trx, kind, ids[kind])
        if (ids[kind].some((each) => !known.has(each))) throw new ConsoleError('product_files_gone')
      }
      return wanted
    },
  })
}

function textIn(typed: ReadonlyMap<string, string>, id: string, stored: string, maxLength: number): string {
  const text = (typed.get(id) ?? stored).trim()
  if (text.length > maxLength) throw new ConsoleError('product_file_text')
  return text
}
