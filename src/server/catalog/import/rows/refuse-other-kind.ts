import { fitsKind, type AttributeKind } from '../../../../domain/products/attribute-kinds.ts'
import { RowProblem } from '../feeds/feed-row.ts'

/** Throws RowProblem for a value that is none of its attribute's kind. */
export function refuseOtherKind(value: string, kind: AttributeKind, column: string): void {
  if (!fitsKind(value, kind)) throw new RowProblem(column, `kind_${kind}`, { text: value.slice(0, 40) })
}
