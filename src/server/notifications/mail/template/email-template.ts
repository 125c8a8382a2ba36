import type { PieceView } from '../../../../contracts/order-page.ts'
import type { Language } from '../../../../domain/locales.ts'

/**
 * What a mail says, once: its HTML and its text are both written from this, so that they cannot differ. Every text in
 * it is plain; whatever a person typed is escaped where the HTML is drawn.
 */
export type Letter = {
  language: Language
  subject: string
  blocks: readonly Block[]
  /** Where its reader leaves such mails with one click (RFC 8058). */
  unsubscribe?: string
}

export type Block =
  | { kind: 'text'; text: string }
  /** What a person wrote, with its line breaks. */
  | { kind: 'typed'; text: string }
  /** A link to follow; a quiet one does not stand out as the thing to do. */
  | { kind: 'action'; label: string; href: string; isQuiet?: boolean }
  | { kind: 'goods'; lines: readonly GoodsLine[]; sums: readonly Sum[] }
  | { kind: 'pieces'; pieces: readonly PieceView[]; besides?: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'codes'; codes: readonly { amount: string; code: string }[] }

/** `unit` is what one piece costs, '' where there is only one. */
export type GoodsLine = { quantity: number; name: string; sku: string; unit: string; total: string }
export type Sum = { name: string; amount: string; weight?: 'total' | 'soft' }
export type Fact = { name: string; rows: readonly string[] }

export function text(words: string): Block {
  return { kind: 'text', text: words }
}

export function action(label: string, href: string): Block {
  return { kind: 'action', label, href }
}

/** A fact of one row or more; none where all of them are empty. */
export function fact(name: string, ...rows: string[]): Fact[] {
  const filled = rows.filter((row) => row.trim() !== '')
  return filled.length > 0 ? [{ name, rows: filled }] : []
}
