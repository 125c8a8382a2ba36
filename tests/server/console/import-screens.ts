import { pino } from 'pino'
import type { ImportPage } from '../../../src/contracts/console/imports.ts'
import { carryOutImports } from '../../../src/server/catalog/sources/carry-out-imports.ts'
import { importNewScreen } from '../../../src/server/console/imports/import-new-page.ts'
import { importScreen } from '../../../src/server/console/imports/import-page.ts'
import type { ImportTask } from '../../../src/server/platform/db/tables/import-tables.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { importHere } from '../../support/import-here.ts'
import { contentOf, outcome, type Browser, type Form } from './at-console.ts'

/** Runs the job that carries out what was asked for imports, as one of the shop's processes does. */
export async function tick(
  shop: Shop,
  importFile = importHere(shop.env),
  tasks?: readonly ImportTask[],
): Promise<void> {
  const options = { importFile, stop: new AbortController().signal, ...(tasks && { tasks }) }
  await carryOutImports({ ...shop, log: pino({ level: 'silent' }) }, options)
}

type Content = string | Uint8Array<ArrayBuffer>

/** Uploads a file; returns the id of its import, or what was refused. */
export async function upload(
  shop: Shop,
  who: Browser,
  content: Content,
  name = 'lamps.csv',
  zip?: Uint8Array<ArrayBuffer>,
) {
  const file = new File([content], name)
  const files = zip && { files: new File([zip], 'files.zip') }
  const form = { action: 'upload', file, ...files }
  const { location, fault, status } = await outcome(shop, who, importNewScreen, { form })
  const id = /imports\/([\w-]+)/.exec(location ?? '')?.[1] ?? ''
  return { id, fault, status }
}

/** Uploads a file that is taken, and lets it be read. */
export async function uploaded(
  shop: Shop,
  who: Browser,
  content: Content,
  name?: string,
  zip?: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const { id, fault } = await upload(shop, who, content, name, zip)
  if (fault) throw new Error(fault)
  await tick(shop)
  return id
}

export const pageOf = (shop: Shop, who: Browser, id: string, query: Record<string, string> = {}): Promise<ImportPage> =>
  contentOf(shop, who, importScreen, { params: { id }, query })

/** What the products that an import found are called for a reader of a language. */
export async function namesFound(shop: Shop, who: Browser, id: string, language: 'en' | 'sv'): Promise<string[]> {
  await shop.db.updateTable('staff').set({ language }).execute()
  return (await pageOf(shop, who, id)).findings.rows.map(({ after }) => after)
}

/** The fields of the form of columns as a browser sends them, with some of them changed. */
export function formOf({ version, draft }: ImportPage, changes: Form = {}): Form {
  if (!draft) throw new Error('The import has no form.')
  const { choices } = draft
  const columns = choices.columns.flatMap((each, at): [string, string][] => [
    [`role:${at}`, each.role],
    [`en:${at}`, each.en],
    [`sv:${at}`, each.sv],
    [`unit:${at}`, each.unit],
    ...(each.isId ? [[`id:${at}`, '1'] as [string, string]] : []),
    ...(each.isFilter ? [[`filter:${at}`, '1'] as [string, string]] : []),
  ])
  return {
    version,
    goal: choices.goal,
    profile: choices.profile,
    currency: choices.currency,
    vat: choices.vat,
    decimal: choices.decimal,
    thousands: choices.thousands,
    category_en: choices.category.en,
    category_sv: choices.category.sv,
    separator: choices.separator,
    missing: choices.missing,
    max_missing: String(choices.maxMissing),
    max_rejected: String(choices.maxRejected),
    ...Object.fromEntries(columns),
    ...changes,
  }
}

/** Sends a form of an import; `form` is as its page had shown it unless it says otherwise. */
export async function send(shop: Shop, who: Browser, id: string, form: Form) {
  return outcome(shop, who, importScreen, { params: { id }, form })
}

/** Sends a form, lets the job do what was asked for, and returns the page that shows it. */
export async function done(shop: Shop, who: Browser, id: string, form: Form): Promise<ImportPage> {
  const { fault } = await send(shop, who, id, form)
  if (fault) throw new Error(fault)
  await tick(shop)
  return pageOf(shop, who, id)
}

/** Checks a file by the choices as they are, and imports it. */
export async function imported(shop: Shop, who: Browser, id: string, changes: Form = {}): Promise<ImportPage> {
  const checked = await done(shop, who, id, { ...formOf(await pageOf(shop, who, id), changes), action: 'check' })
  if (checked.problem) throw new Error(JSON.stringify(checked.problem))
  return done(shop, who, id, { action: 'start', version: checked.version })
}
