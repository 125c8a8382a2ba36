import { createRoot } from 'react-dom/client'
import { shoppingHere } from '../../browser/caller.ts'
import { showExcelOrder } from './excel-order-store.ts'
import { ExcelOrder } from './ExcelOrder.tsx'
import sheet from './excel-order.css?url'

let isThere = false

/**
 * Opens the dialog; it and its style sheet come at its first opening, so that pages do not carry what few shoppers use.
 */
export async function openExcelOrder(): Promise<void> {
  if (!isThere) {
    isThere = true
    await loadSheet()
    const { language, currency } = shoppingHere()
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      <ExcelOrder language={language} currency={currency.code} />,
    )
  }
  showExcelOrder()
}

/** A dialog without its style is better than none. */
function loadSheet(): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet })
  document.head.append(link)
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve())
  })
}
