import type { UploadResult } from '../../../../contracts/console/pictures.ts'
import type { ProductFilesPage } from '../../../../contracts/console/product-files.ts'
import { imageKind } from '../../../../domain/products/products.ts'
import { documentHref, pictureHref } from '../../../../routes.ts'
import { storedRecords } from '../../../catalog/maintenance/stored-records.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { uploadLimits } from '../../pictures/receive-pictures.ts'
import { productAt } from '../record/record-state-queries.ts'
import { earlierFiles } from './earlier-files.ts'
import { documentSizes } from './file-queries.ts'
import { filesOfRecord, filesVersion, maxFilesOfProduct } from './on-files.ts'

const shownEarlier = 10

/** The pictures and documents of the product of the address; undefined where there is no such product. */
export async function filesContent(
  context: ConsoleContext,
  results: readonly UploadResult[] = [],
): Promise<ProductFilesPage | undefined> {
  const { shop, session, request } = context
  const found = await productAt(shop.db, request.params['sku'] ?? '')
  const [stored] = found ? await storedRecords(shop.db, shop.kind, [found.id]) : []
  if (!stored) return undefined
  const { record } = stored
  const files = filesOfRecord(record)
  const ids = files.documents.map(({ id }) => id)
  const sizes = await documentSizes(shop.db, ids)
  const { language } = session.staff
  return {
    id: record.id,
    sku: record.sku,
    name: record.texts[language].name || record.texts.en.name || record.texts.sv.name,
    pictures: files.pictures.map(({ id, en, sv }) => ({
      id,
      src: pictureHref(id, imageKind.featured, 'webp'),
      altEn: en,
      altSv: sv,
    })),
    documents: files.documents.map(({ id, title_en, title_sv }) => ({
      id,
      address: documentHref(id),
      bytes: sizes.get(id) ?? 0,
      titleEn: title_en,
      titleSv: title_sv,
    })),
    version: filesVersion(files),
    megabytes: uploadLimits.megabytes,
    maxFiles: uploadLimits.files,
    most: maxFilesOfProduct,
    results,
    earlier: (await earlierFiles(shop.db, record.id)).slice(0, shownEarlier).map((entry) => ({
      entry: entry.id,
      at: entry.at,
      actor: entry.actor,
      operation: entry.operation,
      pictures: (entry.files.pictures ?? files.pictures).map(({ id }) => pictureHref(id, imageKind.thumb, 'webp')),
      documents: (entry.files.documents ?? files.documents).length,
    })),
    mayChange: may(session, 'products.change'),
  }
}
