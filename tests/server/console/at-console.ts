import { inject } from 'vitest'
import type { ConsolePage } from '../../../src/contracts/console/frame.ts'
import { languages } from '../../../src/domain/places/locales.ts'
import { startContext } from '../../../src/domain/places/shopping-context.ts'
import { auditFieldWord } from '../../../src/i18n/audit-fields.ts'
import { notedOperations } from '../../../src/i18n/audit-notes.ts'
import { translator } from '../../../src/i18n/translator.ts'
import type { ConsoleRequest } from '../../../src/server/console/frame/console-context.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import { auditLine } from '../../../src/server/console/staff/audit-lines.ts'
import { acceptInvitation, inviteStaff } from '../../../src/server/identity/staff/invitations.ts'
import { staffByEmail, updateStaff, type StaffRow } from '../../../src/server/identity/staff/staff-queries.ts'
import { identifyStaff, openStaffSession } from '../../../src/server/identity/staff/staff-session.ts'
import type { PageResult } from '../../../src/server/platform/http/pages/page-result.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { jar } from '../call.ts'
import { sendTwice, twiceFile } from './send-twice.ts'

export const staffPassword = 'en fras för medarbetare 42'
const operator = { staffId: null, name: 'test', address: 'command' }

/** Somebody's browser: its cookies, and where it is. */
export type Browser = { cookies: Map<string, string>; clientAddress: string }
export type Form = Readonly<Record<string, string | File | readonly string[]>>
type Asked = { params?: Record<string, string>; query?: Record<string, string>; search?: string; form?: Form }

export function newBrowser(clientAddress = '127.0.0.1'): Browser {
  return { cookies: new Map(), clientAddress }
}

/** A request of a browser, as the middleware hands it to a console page. */
export async function consoleRequestOf(
  shop: Shop,
  browser: Browser,
  { params = {}, query = {}, search: asIs, form }: Asked = {},
): Promise<ConsoleRequest> {
  const search = asIs ?? `?${new URLSearchParams(query)}`
  const url = new URL(`http://shop.test/console/x${search === '?' ? '' : search}`)
  const request = new Request(url, form ? { method: 'POST', body: bodyOf(form) } : {})
  const asked = { cookies: jar(browser.cookies), clientAddress: browser.clientAddress, request }
  const staff = await identifyStaff(shop, asked)
  const language = staff?.staff.language ?? 'en'
  const locale = shop.settings.locale(language)
  const locals: App.Locals = {
    shop,
    locale,
    seller: shop.settings.seller(language),
    features: shop.settings.all.features,
    sales: shop.settings.all.sales,
    shopping: startContext(locale),
    customerId: null,
    session: null,
    staff,
    requestId: 'test',
    isShared: false,
    t: translator(language),
    matched: undefined,
  }
  return { ...asked, locals, url, params }
}

/** Makes a member of staff with a role by an invitation. */
export async function newStaff(shop: Shop, role: string, email = `${role}@shop.example`): Promise<StaffRow> {
  const { link } = await inviteStaff(shop, operator, { email, role, language: 'en' })
  const token = new URL(link).searchParams.get('token') ?? ''
  const staff = await acceptInvitation(shop, '127.0.0.1', { token, name: `The ${role}`, password: staffPassword })
  if (typeof staff === 'string') throw new Error(staff)
  return staff
}

/** The browser of somebody with a role, who has just confirmed their factor; or only the password, at that stage. */
export async function signedIn(
  shop: Shop,
  role: string,
  email = `${role}@shop.example`,
  stage: 'full' | 'password' = 'full',
): Promise<Browser> {
  const browser = newBrowser()
  const known = await staffByEmail(shop.db, email)
  const { id } = known ?? (await newStaff(shop, role, email))
  const { cookies, clientAddress, request } = await consoleRequestOf(shop, browser)
  await openStaffSession(shop, { cookies, clientAddress, request }, { staffId: id, stage, hasFactor: stage === 'full' })
  return browser
}

/** Opens a screen, or sends its form. */
export async function visit<Content>(
  shop: Shop,
  browser: Browser,
  screen: ConsoleScreenFunction<Content>,
  asked: Asked = {},
): Promise<PageResult<ConsolePage<Content>>> {
  const sent = () => consoleRequestOf(shop, browser, asked)
  const result = asked.form && twiceFile ? await sendTwice(shop, screen, sent) : await screen(shop, await sent())
  // Words do not depend on the database.
  if (asked.form && inject('engine') === 'sqlite') await expectWordsInLog(shop)
  return result
}

/** What a form of the console has just written to the log has words for its fields and its note, in both languages. */
async function expectWordsInLog({ db, settings }: Shop): Promise<void> {
  const [entry] = await db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(1).execute()
  if (!entry) return
  const { home } = settings.all
  if (entry.note !== '' && !notedOperations.includes(entry.operation))
    throw new Error(`The log has a note of ${entry.operation} that no sentence is made of (i18n/audit-notes.ts).`)
  for (const { field } of auditLine(entry).changes)
    for (const language of languages)
      if (auditFieldWord(entry.subject_kind, field, { t: translator(language), language, home }) === undefined)
        throw new Error(`The log has a field ${field} of ${entry.subject_kind} that has no word (i18n/audit-*.ts).`)
}

/** What a visit ended with: the status, where it leads, what it shows, and why something was refused. */
export async function outcome<Content>(
  shop: Shop,
  browser: Browser,
  screen: ConsoleScreenFunction<Content>,
  asked: Asked = {},
) {
  const result = await visit(shop, browser, screen, asked)
  if (result instanceof Response)
    return {
      status: result.status,
      location: result.headers.get('Location'),
      fault: null,
      asksFactor: false,
      content: undefined,
    }
  const { page, status } = result
  const isQuestion = 'stepUp' in page
  return {
    status,
    location: null,
    fault: isQuestion ? page.stepUp.fault : page.fault,
    asksFactor: isQuestion,
    content: isQuestion ? undefined : page.content,
    values: isQuestion ? {} : page.values,
  }
}

/** The content of a screen; throws where it shows none. */
export async function contentOf<Content>(
  shop: Shop,
  browser: Browser,
  screen: ConsoleScreenFunction<Content>,
  asked: Asked = {},
): Promise<Content> {
  const result = await visit(shop, browser, screen, asked)
  if (result instanceof Response || 'stepUp' in result.page) throw new Error('The screen shows no content.')
  return result.page.content
}

/** The fields of discounts, percent by category. */
export function discountRows(percents: Readonly<Record<string, string>>): Form {
  const fields = Object.entries(percents).flatMap(([category, percent], place) => [
    [`set:discounts.${place}.category`, category],
    [`set:discounts.${place}.percent`, percent],
  ])
  return Object.fromEntries([...fields, ['set:discounts.rows', String(Object.keys(percents).length)]])
}

/** Gives somebody another role, as an owner would. */
export async function setRole(shop: Shop, email: string, role: string): Promise<void> {
  const staff = await staffByEmail(shop.db, email)
  if (staff) await updateStaff(shop.db, staff, { role })
}

function bodyOf(form: Form): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form))
    for (const each of typeof value === 'string' || value instanceof File ? [value] : value) data.append(name, each)
  return data
}
