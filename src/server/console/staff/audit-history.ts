import type { AuditLine } from '../../../contracts/console/staff.ts'
import { languages } from '../../../domain/places/locales.ts'
import { auditValueOf } from '../../../i18n/audit-fields.ts'
import { auditNameKey, type AuditNames } from '../../../i18n/audit-names.ts'
import { deliveryName } from '../../../i18n/delivery-texts.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { isMailName, originalTexts } from '../../notifications/mail/texts/mail-fields.ts'
import { auditOf } from '../../platform/audit/audit-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { auditLine } from './audit-lines.ts'
import { namesOfRecords, type NamedKind } from './audit-name-queries.ts'

/** Of records of one kind, at most so many are named in one page: a price list may have thousands of customers. */
const maxNames = 1_000
/** A title of a text of a mail is cut off after so many letters. */
const maxTitleLength = 60

/** What was done with a record, newest first, for those who may see the log. */
export async function historyOf(context: ConsoleContext, subject: { kind: string; id: string }): Promise<AuditLine[]> {
  if (!may(context.session, 'audit.view')) return []
  return withNames(context, (await auditOf(context.shop.db, subject)).map(auditLine))
}

/** The lines with what the records in them are called: one query for all of them. */
export async function withNames(context: ConsoleContext, lines: readonly AuditLine[]): Promise<AuditLine[]> {
  const { shop, session, request } = context
  const wanted = new Map<NamedKind, Set<string>>()
  const want = (kind: NamedKind, id: string): void => {
    // Whose account it is stands where customers are shown, and only for those who may see them.
    if ((kind === 'customer' || kind === 'organization' || kind === 'invitation') && !may(session, 'customers.view'))
      return
    const ids = wanted.get(kind) ?? new Set()
    if (ids.size < maxNames) wanted.set(kind, ids.add(id))
  }
  for (const line of lines) wantOf(line, want)
  const found = await namesOfRecords(shop.db, wanted, session.staff.language)
  const names: AuditNames = Object.fromEntries([
    ...found.map(({ kind, id, name }) => [auditNameKey(kind, id), name]),
    ...shop.settings.all.delivery.methods.map(({ id, kind, name }) => [
      auditNameKey('delivery method', id),
      deliveryName({ kind, name: name[session.staff.language] }, request.locals.t),
    ]),
  ])
  return lines.map((line) => ({ ...line, names: { ...names, ...mailTitles(line) } }))
}

type Want = (kind: NamedKind, id: string) => void
const currencyOf = ['order', 'invoice', 'payment', 'quote', 'gift_card'] as const

function wantOf({ subjectKind: kind, subjectId: id, changes }: AuditLine, want: Want): void {
  for (const each of ['attribute', 'category', 'customer', 'organization'] as const) if (kind === each) want(each, id)
  for (const each of currencyOf) if (kind === each && changes.length > 0) want(`currency of ${each}`, id)
  for (const change of changes) wantOfField(kind, change, want)
}

function wantOfField(kind: string, { field, before, after }: AuditLine['changes'][number], want: Want): void {
  const attribute = kind === 'product' && /^attribute:(.*)$/s.exec(field)?.[1]
  if (attribute) want('attribute', attribute)
  for (const value of [before, after]) for (const [each, id] of idsIn(kind, field, value)) if (id !== '') want(each, id)
}

function idsIn(kind: string, field: string, value: string): [NamedKind, string][] {
  if (kind === 'organization' && field === 'members') return namesIn(value).map((id) => ['customer', id])
  if (kind === 'organization' && field === 'invitations')
    return textsIn(value).map((each) => ['invitation', each.split(' ')[0] ?? ''])
  switch (auditValueOf(kind, field)) {
    case 'attributes':
      return textsIn(value).map((id) => ['attribute', id])
    case 'customers':
      return textsIn(value).map((id) => ['customer', id])
    case 'organizations':
      return textsIn(value).map((id) => ['organization', id])
    case 'customer':
      return [['customer', value]]
    case 'organization':
      return [['organization', value]]
    case 'category_id':
      return [['category', value]]
    default:
      return []
  }
}

/** The texts of the shop that staff have written anew, by which their fields are called. */
function mailTitles({ subjectKind: kind, subjectId: mail, changes }: AuditLine): AuditNames {
  if (kind !== 'mail' || !isMailName(mail)) return {}
  const titles = changes.flatMap(({ field }) => {
    const language = languages.find((each) => field.startsWith(`${each}.`))
    const text = language && originalTexts(mail, language)[field.slice(3)]
    return text ? [[auditNameKey('mail text', field), titleOf(text)] as const] : []
  })
  return Object.fromEntries(titles)
}

const titleOf = (text: string): string =>
  text.length <= maxTitleLength ? text : `${text.slice(0, maxTitleLength).replace(/\s+\S*$/, '')} …`

const textsIn = (value: string): string[] => {
  const read = readJson(value)
  return Array.isArray(read) ? read.filter((each) => typeof each === 'string') : []
}
const namesIn = (value: string): string[] => {
  const read = readJson(value)
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? Object.keys(read) : []
}

/** Undefined for what is no JSON, such as a list that the log has cut off. */
function readJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
