import type { UnitsView } from '../../../../contracts/customer-pages/order-page.ts'
import type { Language } from '../../../../domain/places/locales.ts'

/**
 * The content of an email, from which both its HTML and its text are rendered. All text is plain; user input is
 * escaped when the HTML is rendered.
 */
export type EmailTemplate = {
  language: Language
  subject: string
  /** The heading in the mail; the subject where there is none. */
  heading?: string
  /** What programs show behind the subject in their lists; the first text where there is none. */
  preview?: string
  blocks: readonly Block[]
  /** Address for one-click unsubscribing (RFC 8058), with the words of its link. */
  unsubscribe?: { href: string; label: string }
}

/** What a mail says in the language of its reader. */
export type MailContent = Omit<EmailTemplate, 'language' | 'unsubscribe'>

export type Block =
  /** Paragraphs, with an empty line between them. */
  | { kind: 'text'; text: string }
  /** Text that a user typed, with its line breaks. */
  | { kind: 'typed'; text: string }
  /** A link; `isQuiet` shows it as text instead of a button. */
  | { kind: 'action'; label: string; href: string; isQuiet?: boolean }
  | { kind: 'goods'; lines: readonly GoodsLine[]; sums: readonly Sum[] }
  | { kind: 'units'; units: readonly UnitsView[]; besides?: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'codes'; codes: readonly { amount: string; code: string }[] }

/** `unit` is the unit price, '' for a quantity of one. */
export type GoodsLine = { quantity: number; name: string; sku: string; unit: string; total: string }
export type Sum = { name: string; amount: string; weight?: 'total' | 'soft' }
export type Fact = { name: string; rows: readonly string[] }

export function text(words: string): Block {
  return { kind: 'text', text: words }
}

export function action(label: string, href: string): Block {
  return { kind: 'action', label, href }
}

/** Builds a fact with one or more rows; none when all rows are empty. */
export function fact(name: string, ...rows: string[]): Fact[] {
  const filled = rows.filter((row) => row.trim() !== '')
  return filled.length > 0 ? [{ name, rows: filled }] : []
}
