/** A cell as the spreadsheet has it. Formulas count by the value they had last, errors are empty. */
export type WorkbookCell = string | number | boolean | Date | null

/** A row that is not empty, with the number that the spreadsheet shows. */
export type WorkbookRow = { row: number; cells: WorkbookCell[] }

/** Why a file is no workbook that the shop reads. */
export type WorkbookFault =
  | 'not_xlsx'
  | 'encrypted_workbook'
  | 'macros'
  | 'external_links'
  | 'unreadable_workbook'
  | 'workbook_too_large'
  | 'too_many_rows'

export type WorkbookReply = { rows: WorkbookRow[] } | { fault: WorkbookFault }

/** What a workbook may hold, and what reading it may cost. */
export type WorkbookLimits = {
  /** Rows that are not empty. */
  rows: number
  /** Columns and characters beyond these are left out. */
  columns: number
  cellLength: number
  /** Files in the zip. */
  files: number
  /** Bytes that all files in the zip unpack to, that each XML file unpacks to, and that all XML files unpack to. */
  unpackedBytes: number
  partBytes: number
  xmlBytes: number
  /** How many times smaller than itself a file of more than 1 MB may be packed. */
  ratio: number
  acceptsMacrosAndLinks: boolean
  /** Whether a formula without a value is read as its text, such as `=2*B3`; else it is empty. */
  readsFormulas?: boolean
  /** Memory of the worker's heap in MB, and its time in milliseconds. */
  memoryMb: number
  timeoutMs: number
}

export class WorkbookError extends Error {
  override readonly name = 'WorkbookError'
  readonly code: WorkbookFault

  constructor(code: WorkbookFault) {
    super(code)
    this.code = code
  }
}
