import type { NewRow } from '../../platform/db/tables.ts'
import type { NumberedDocument } from './engine.ts'

/** Builds the row that scoring reads. */
export function documentRow({ doc, seq, productId, titles, numbers }: NumberedDocument): NewRow<'search_documents'> {
  const spaced = (words: string) => ` ${words} `
  return {
    doc,
    seq,
    product_id: productId,
    title_en: spaced(titles.en),
    title_sv: spaced(titles.sv),
    numbers: spaced(numbers.join(' ')),
  }
}
