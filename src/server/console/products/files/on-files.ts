import { createHash } from 'node:crypto'
import { lockedRecord, rewriteProduct } from '../../../catalog/changes/rewrite-product.ts'
import type { ProductDocument, ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { storedRecords } from '../../../catalog/maintenance/stored-records.ts'
import { audited } from '../../../platform/audit/audit.ts'
import { kindOf } from '../../../platform/db/kind-of.ts'
import type { DatabaseTransaction, Queryable } from '../../../platform/db/tables.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { recordChanged } from '../../frame/record-changed.ts'
import { requestedProduct } from '../record/save-section.ts'

/** As many as an import takes of a product. */
export const maxFilesOfProduct = { pictures: 12, documents: 10 }

export type PictureOfProduct = { readonly id: string; readonly en: string; readonly sv: string }
/** The pictures and documents of a product, as the log holds them too. */
export type ProductFiles = {
  readonly pictures: readonly PictureOfProduct[]
  readonly documents: readonly ProductDocument[]
}

export function filesOfRecord({ picture_ids, picture_alts: alts, documents = [] }: ProductRecord): ProductFiles {
  return {
    pictures: picture_ids.map((id, at) => ({ id, en: alts?.en[at] ?? '', sv: alts?.sv[at] ?? '' })),
    documents,
  }
}

export async function storedFiles(db: Queryable, id: string): Promise<ProductFiles | undefined> {
  const [stored] = await storedRecords(db as DatabaseTransaction, kindOf(db), [id])
  return stored && filesOfRecord(stored.record)
}

/** Changes with the pictures and documents, their order and their texts. */
export function filesVersion(files: ProductFiles): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 20)
}

type Change = {
  readonly operation: string
  /** What the form had shown; without it the change adds something, whatever stands there. */
  readonly version?: string
  readonly change: (trx: DatabaseTransaction, files: ProductFiles) => Promise<ProductFiles>
}

/** Changes the files of the product of the address, in one transaction with its entry in the audit log. */
export async function changeFiles(context: ConsoleContext, { operation, version, change }: Change): Promise<void> {
  const { shop, session } = context
  const { id, sku } = await requestedProduct(context)
  const subject = { kind: 'product', id, label: sku }
  const fields = async (trx: DatabaseTransaction) => ({ ...(await storedFiles(trx, id)) })
  await audited(shop, session.actor, { operation, subject, fields }, ({ db, kind, now }) =>
    db.transaction().execute(async (trx) => {
      const stored = await lockedRecord(trx, id)
      if (!stored) throw new ConsoleError('unknown')
      const before = filesOfRecord(stored.record)
      if (version !== undefined && version !== filesVersion(before)) throw await recordChanged(trx, subject)
      const after = await change(trx, before)
      if (after.pictures.length > maxFilesOfProduct.pictures)
        throw new ConsoleError('product_pictures_full', { count: maxFilesOfProduct.pictures })
      if (after.documents.length > maxFilesOfProduct.documents)
        throw new ConsoleError('product_documents_full', { count: maxFilesOfProduct.documents })
      await rewriteProduct(trx, { kind, now: now() }, id, (record) => withFiles(record, after))
    }),
  )
}

function withFiles(record: ProductRecord, { pictures, documents }: ProductFiles): ProductRecord {
  const { picture_alts: _before, ...rest } = record
  const hasTexts = pictures.some(({ en, sv }) => en !== '' || sv !== '')
  const alts = { en: pictures.map(({ en }) => en), sv: pictures.map(({ sv }) => sv) }
  return { ...rest, picture_ids: pictures.map(({ id }) => id), ...(hasTexts && { picture_alts: alts }), documents }
}
