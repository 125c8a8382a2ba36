import type { OrderFault } from '../../../contracts/excel-to-cart.ts'

/** Thrown if a file is not a workbook that the shop can read. */
export class WorkbookFault extends Error {
  override readonly name = 'WorkbookFault'
  readonly code: OrderFault

  constructor(code: OrderFault) {
    super(code)
    this.code = code
  }
}
