import type { Minor } from '../../../domain/money/money.ts'
import type { BookEntry } from './book-entries.ts'

/** `number` is a VAT number as it was confirmed, '' on documents from before it was kept. */
type EuCompany = { number: string; net: Minor }

/**
 * Sales under reverse charge by the buyer's VAT number, less what was credited: the recapitulative statement (article
 * 262 of Directive 2006/112/EC). Their sum is that of these sales in the sums of VAT.
 */
export function euCompanies(entries: readonly BookEntry[]): EuCompany[] {
  const sums = new Map<string, Minor>()
  for (const entry of entries) {
    if (entry.kind !== 'document') continue
    const own = entry.sales.filter(({ kind }) => kind === 'reverse_charge')
    const net = own.reduce((sum, sale) => sum + sale.net, 0)
    if (own.length > 0) sums.set(entry.buyer, (sums.get(entry.buyer) ?? 0) + (entry.isCredit ? 0 - net : net))
  }
  return [...sums].map(([number, net]) => ({ number, net })).sort((one, other) => (one.number < other.number ? -1 : 1))
}
