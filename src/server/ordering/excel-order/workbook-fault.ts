import type { OrderFault } from '../../../contracts/excel-to-cart.ts'

/** Thrown where a file turns out to be no workbook that the shop reads. */
export class WorkbookFault extends Error {
  override readonly name = 'WorkbookFault'
  readonly code: OrderFault

  constructor(code: OrderFault) {
    super(code)
    this.code = code
  }
}
