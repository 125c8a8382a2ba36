import { z } from 'zod/mini'
import { priceEndings } from '../domain/money/price-endings.ts'
import { priceRule } from '../domain/money/price-rule-schema.ts'
import { productChoice } from '../domain/products/product-choice.ts'
import { isApiScope } from '../domain/staff/api-scopes.ts'
import { isBuiltInRole } from '../domain/staff/roles.ts'
import type { AuditReader } from './audit-names.ts'
import { formatMoment } from './formats.ts'
import { choiceText, ruleText } from './price-words.ts'
import type { TextKey } from './translator.ts'

/** Writes the note of an entry; undefined where it is not what such an entry usually has. */
type Write = (note: string, reader: AuditReader) => string | undefined

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

/** A note that is a name or what somebody wrote, in a sentence. */
const within =
  (key: TextKey, variable = 'text'): Write =>
  (note, { t }) =>
    t(key, { [variable]: note })

/** A task, or all mails that were given up. */
const retried: Write = (note, { t }) =>
  note === 'mail.*' ? t('console-audit:note.mails') : t('console-audit:note.task', { text: note })

const inRole: Write = (role, { t }) =>
  t('console-audit:note.role', { role: isBuiltInRole(role) ? t(`console:role.${role}`) : role })

const scopes: Write = (note, { t }) => {
  const known = note.split(' ').map((scope) => (isApiScope(scope) ? t(`console-integrations:scope.${scope}`) : scope))
  return t('console-audit:note.may', { scopes: known.join(', ') })
}

const endpoint: Write = (note, { t }) => {
  const [, address, events] = /^(\S+): (.+)$/s.exec(note) ?? []
  return address && events && t('console-audit:note.endpoint', { address, events: events.replaceAll(' ', ', ') })
}

/** What a list showed when it was exported: the query of its address. */
const listed: Write = (note, { t }) => {
  const all = [...new URLSearchParams(note)].filter(([, value]) => value !== '')
  const [search, ...more] = all.filter(([name]) => name === 'q').map(([, value]) => value)
  const filters = all.filter(([name]) => name !== 'q').map(([name, value]) => `${name} = ${value}`)
  const parts = [
    search === undefined ? '' : t('console-audit:note.search', { text: [search, ...more].join(' ') }),
    filters.length === 0 ? '' : t('console-audit:note.filters', { filters: filters.join(', ') }),
  ]
  return parts.filter((part) => part !== '').join(' ') || t('console-audit:note.whole_list')
}

const merged: Write = (note, { t }) => {
  const [, from, into] = /^(.+) > (.+)$/s.exec(note) ?? []
  return from && into && t('console-audit:note.merged', { from, into })
}

const orderMails = ['order_confirmed', 'order_payment', 'order_shipped', 'refunded', 'order_cancelled'] as const

const orderMail: Write = (note, { t }) => {
  const name = orderMails.find((each) => each === note)
  return name && t(`console-today:mail.${name}`)
}

/** Who scanned which units, and what was missing: `Kim scanned 2 x FAN, 1 x RAM; missing: BAT`. */
const scanned: Write = (note, { t }) => {
  const parts = note.split('; ').map((part) => {
    const [, short] = /^missing: (.+)$/s.exec(part) ?? []
    if (short) return t('console-audit:note.missing', { skus: short })
    const [, who, units] = /^(.+) scanned (.+)$/s.exec(part) ?? []
    return who && units && t('console-audit:note.scanned', { who, units: units.replaceAll(/(\d) x /g, '$1 × ') })
  })
  return parts.every((part) => part) ? parts.join(' ') : undefined
}

const prices = z.object({ rule: priceRule, ending: z.enum(priceEndings), choice: productChoice })

const priceChange: Write = (note, { t, language, home }) => {
  const read = prices.safeParse(parseJson(note))
  if (!read.success) return undefined
  const reader = { t, language, base: home.currency }
  const { choice, ...rule } = read.data
  return t('console-audit:note.price_change', { rule: ruleText(rule, reader), choice: choiceText(choice, reader) })
}

const undone: Write = (at, { t, ...reader }) =>
  isMoment(at) ? t('console-audit:note.undone', { when: formatMoment(at, reader) }) : undefined

const outcomes = ['write_off', 'write_off_in_full', 'receivable'] as const

/** The row of a payout, and what became of a lost dispute. */
const dispute: Write = (note, { t }) => {
  const [row = '', kind = ''] = note.split(' ')
  const outcome = outcomes.find((each) => each === kind)
  const transaction = t('console-audit:note.transaction', { row })
  if (kind === '') return transaction
  return outcome && `${transaction} ${t(`console-payouts:disputes.${outcome}`)}.`
}

const code: Write = (note, { t }) =>
  note === 'mailed' || note === 'shown' ? t(`console-audit:note.code_${note}`) : undefined

const writers: Readonly<Record<string, Write>> = {
  'api_keys.make': scopes,
  'books.eu_companies': within('console-audit:note.currency'),
  'books.sie': within('console-audit:note.currency'),
  'books.vat': within('console-audit:note.currency'),
  'books.vouchers': within('console-audit:note.currency'),
  'categories.merge': merged,
  'customers.log_in': within('console-audit:note.reason'),
  'customers.log_out': within('console-audit:note.reason'),
  'gift_cards.block': within('console-audit:note.reason'),
  'gift_cards.change': within('console-audit:note.reason'),
  'gift_cards.issue': code,
  'gift_cards.unblock': within('console-audit:note.reason'),
  'lists.export': listed,
  'mails.test': within('console-audit:note.to'),
  'orders.mail': orderMail,
  'orders.ship': scanned,
  'payouts.lose': dispute,
  'payouts.undo_lost': dispute,
  'price_changes.make': priceChange,
  'price_changes.remove': priceChange,
  'price_changes.start': priceChange,
  'price_changes.undo': priceChange,
  'products.make': within('console-audit:note.made_from'),
  'products.undo': undone,
  'returns.exchange': within('console-audit:note.return'),
  'search.dismiss': within('console-audit:note.searches'),
  'search.restore': within('console-audit:note.searches'),
  'staff.invite': inRole,
  'staff.reinvite': inRole,
  'staff.reset': inRole,
  'system.retry': retried,
  'system.test_mail': within('console-audit:note.to'),
  'tags.merge': within('console-audit:note.merged_into'),
  'webhooks.add': endpoint,
  'webhooks.repeat': within('console-audit:note.delivery'),
}

/** The operations whose entries have a note that the shop has written, and which is worded for its reader. */
export const notedOperations: readonly string[] = Object.keys(writers)

/** The note of an entry as a sentence in the language of the reader; one that the shop does not know stays as it is. */
export function auditNoteText({ operation, note }: { operation: string; note: string }, reader: AuditReader): string {
  if (note === '') return ''
  const write = Object.hasOwn(writers, operation) ? writers[operation] : undefined
  return write?.(note, reader) ?? note
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
