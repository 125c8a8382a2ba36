import { languages, type Language } from '../../../domain/places/locales.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import type { StoredRecord } from '../maintenance/stored-records.ts'
import { withText } from '../own-files/own-simple-columns.ts'
import { lockedRecord, rewriteProduct } from './rewrite-product.ts'

type Services = Pick<Shop, 'db' | 'now' | 'kind'>

/** What changes of a product; what is not named stays. */
export type ProductChange = {
  readonly status?: ProductRecord['status'] | undefined
  readonly texts?: Readonly<Partial<Record<Language, ChangedTexts | undefined>>> | undefined
  /** The moment of the product's last change that the caller knows. */
  readonly knownAt?: string | undefined
}

const textKeys = ['name', 'prefix', 'label', 'description'] as const
type ChangedTexts = { readonly [Key in (typeof textKeys)[number]]?: string | undefined }

/** Thrown where the product is gone, or is no longer what the caller knew. */
export class ProductChangeError extends Error {
  override readonly name = 'ProductChangeError'
  readonly fault: 'product_unknown' | 'changed_meanwhile'

  constructor(fault: 'product_unknown' | 'changed_meanwhile') {
    super(fault === 'product_unknown' ? 'There is no such product.' : 'The product was changed meanwhile.')
    this.fault = fault
  }
}

/**
 * Changes texts and status as an import of the shop's own file does: texts are cleaned the same way, an address keeps
 * working, search, lists and pages follow. The product is read after it is locked, so that of two changes at once both
 * last; its stock is not written.
 *
 * @throws RowProblem for a text that cannot be taken.
 */
export async function changeProduct({ db, now, kind }: Services, id: string, change: ProductChange): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { updatedAt } = await lockedProduct(trx, id)
    if (change.knownAt !== undefined && change.knownAt !== updatedAt) throw new ProductChangeError('changed_meanwhile')
    await rewriteProduct(trx, { kind, now: now() }, id, (record) => changedRecord(record, change))
  })
}

/** What the audit log compares of a product; the product is locked, so that nothing comes between. */
export async function productFields(trx: DatabaseTransaction, id: string): Promise<Record<string, string>> {
  const { record } = await lockedProduct(trx, id)
  const texts = languages.flatMap((language) =>
    textKeys.map((key) => [`${key}_${language}`, record.texts[language][key]] as const),
  )
  return { status: record.status, ...Object.fromEntries(texts) }
}

async function lockedProduct(trx: DatabaseTransaction, id: string): Promise<StoredRecord> {
  const stored = await lockedRecord(trx, id)
  if (!stored) throw new ProductChangeError('product_unknown')
  return stored
}

function changedRecord(before: ProductRecord, { status, texts = {} }: ProductChange): ProductRecord {
  const record = { ...before, ...(status && { status }) }
  for (const language of languages)
    for (const key of textKeys) {
      const text = texts[language]?.[key]
      if (text !== undefined) record.texts = withText(record.texts, key, language, text)
    }
  return record
}
