import type { Minor } from '../../../domain/money/money.ts'
import { exVat } from '../../../domain/money/vat.ts'
import type { DocumentContent, DocumentLine } from './document-content.ts'

/** The amounts of a document as they are drawn. `exVat` is the sum before VAT is added, null where they include it. */
type ShownAmounts = {
  lines: (Pick<DocumentLine, 'sku' | 'name' | 'quantity' | 'unit' | 'discount' | 'rate'> & { gross: Minor })[]
  delivery: Minor
  recalculated: Minor
  allowance: Minor
  exVat: Minor | null
}

/**
 * Returns the amounts that a document shows: without VAT, which is added below, on those of organizations (article 226
 * of Directive 2006/112/EC asks for the unit price without VAT), and with VAT on others. `gross` is a line before its
 * discount.
 */
export function shownAmounts(content: DocumentContent): ShownAmounts {
  const { lines, delivery, recalculated = 0, allowance = 0, vatBesides, total, vat } = content
  if (!vatBesides)
    return {
      lines: lines.map((line) => ({ ...line, gross: line.amount + line.discount })),
      delivery,
      recalculated,
      allowance,
      exVat: null,
    }
  return {
    lines: lines.map(withoutVat),
    delivery: delivery - vatBesides.delivery,
    recalculated: recalculated - vatBesides.recalculated,
    allowance: allowance - vatBesides.allowance,
    exVat: total - vat,
  }
}

function withoutVat(line: DocumentLine): ShownAmounts['lines'][number] {
  const unit = exVat(line.unit, line.rate)
  const gross = unit * line.quantity
  return { ...line, unit, gross, discount: gross - (line.amount - (line.vat ?? 0)) }
}
