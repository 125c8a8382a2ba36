import { fitsKind, type AttributeKind } from '../../../../domain/products/attribute-kinds.ts'
import { RowProblem } from '../feeds/feed-row.ts'

const sentences = {
  text: 'is text',
  number: 'is not a number such as 12.5, which the attribute has in the shop',
  yes_no: 'is neither yes nor no, which the attribute has in the shop',
} as const satisfies Record<AttributeKind, string>

/** Throws RowProblem for a value that is none of its attribute's kind. */
export function refuseOtherKind(value: string, kind: AttributeKind, column: string): void {
  if (!fitsKind(value, kind)) throw new RowProblem(column, `"${value.slice(0, 40)}" ${sentences[kind]}.`)
}
