import { appendFileSync } from 'node:fs'
import { expect, inject } from 'vitest'
import { formKeyField } from '../../../src/contracts/console/form-key.ts'
import type { ConsolePage } from '../../../src/contracts/console/frame.ts'
import type { ConsoleRequest } from '../../../src/server/console/frame/console-context.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import type { PageResult } from '../../../src/server/platform/http/pages/page-result.ts'
import { newSecret } from '../../../src/server/platform/ids.ts'
import type { Shop } from '../../../src/server/shop.ts'

/** Where `npm run faults -- forms-twice` reads what became of forms that were sent twice; undefined in usual tests. */
export const twiceFile = process.env['FORMS_TWICE']

/** A line of that file; `madeTwice` are operations that the log has twice, from sendings with one key. */
export type SentTwice = { engine: string; form: string; test: string; errors: string[]; madeTwice: string[] }

/** Pairs that are being sent, and whether another one was sent meanwhile, whose entries cannot be told apart. */
const openPairs = new Set<{ isAlone: boolean }>()

/** Sends a form twice at the same time and returns the answer that says it was carried out, if one does. */
export async function sendTwice<Content>(
  shop: Shop,
  screen: ConsoleScreenFunction<Content>,
  request: () => Promise<ConsoleRequest>,
): Promise<PageResult<ConsolePage<Content>>> {
  const key = newSecret()
  const requests = await Promise.all([request(), request()].map(async (each) => withKey(await each, key)))
  const fields = await requests[0]?.request.clone().formData()
  const pair = { isAlone: openPairs.size === 0 }
  for (const each of openPairs) each.isAlone = false
  openPairs.add(pair)
  const { seq } = await lastEntry(shop)
  const answers = await Promise.allSettled(requests.map((each) => screen(shop, each)))
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  openPairs.delete(pair)
  const madeTwice = pair.isAlone && !(await haveOwnAnswers(answers)) ? await entriesTwice(shop, seq) : []
  const line = { ...lineOf(screen, fields, failed), madeTwice }
  if (twiceFile) appendFileSync(twiceFile, `${JSON.stringify(line)}\n`)
  const pages = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const page = pages.find(isDone) ?? pages[0]
  if (page === undefined) throw failed[0]
  return page
}

/** The request of a page that was opened once, whose form carries its key. */
async function withKey(asked: ConsoleRequest, key: string): Promise<ConsoleRequest> {
  const { url } = asked.request
  const body = await asked.request.formData()
  if (!body.has(formKeyField)) body.append(formKeyField, key)
  return { ...asked, request: new Request(url, { method: 'POST', body }) }
}

/** Whether each sending was answered by something of its own, such as a file or a token: both are in the log. */
async function haveOwnAnswers(answers: readonly PromiseSettledResult<unknown>[]): Promise<boolean> {
  const pages = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined))
  const responses = pages.filter((page) => page instanceof Response)
  if (responses.length < answers.length) return false
  if (responses.every(({ headers }) => headers.has('Content-Disposition'))) return true
  const texts = await Promise.all(
    responses.map(async (each) => `${each.headers.get('Location')} ${await each.clone().text()}`),
  )
  return new Set(texts).size === texts.length
}

async function lastEntry({ db }: Shop): Promise<{ seq: number }> {
  const last = await db.selectFrom('audit_log').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return last ?? { seq: 0 }
}

/** Operations that are in the log twice since an entry, of what people call by one name. */
async function entriesTwice({ db }: Shop, seq: number): Promise<string[]> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['operation', 'subject', 'after', 'note'])
    .where('seq', '>', seq)
    .execute()
  const names = entries.map(({ operation, subject, after, note }) => `${operation} of ${subject}: ${note} ${after}`)
  return names.filter((name, at) => names.indexOf(name) !== at)
}

function lineOf(
  { definition }: Pick<ConsoleScreenFunction<unknown>, 'definition'>,
  fields: FormData | undefined,
  failed: readonly unknown[],
): Omit<SentTwice, 'madeTwice'> {
  const { currentTestName: test = '' } = expect.getState()
  const errors = failed.map((error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)))
  return { engine: inject('engine'), form: `${definition.screen}.${String(fields?.get('action'))}`, test, errors }
}

function isDone(page: PageResult<ConsolePage<unknown>>): boolean {
  return page instanceof Response || ('done' in page.page && page.page.done !== null)
}
