import { appendFileSync } from 'node:fs'
import { expect, inject } from 'vitest'
import type { ConsolePage } from '../../../src/contracts/console/frame.ts'
import type { ConsoleScreenFunction } from '../../../src/server/console/frame/console-screen.ts'
import type { ConsoleRequest } from '../../../src/server/console/frame/desk.ts'
import type { PageResult } from '../../../src/server/platform/http/pages/page-result.ts'
import type { Shop } from '../../../src/server/shop.ts'

/** Where `npm run faults -- forms-twice` reads what became of forms that were sent twice; undefined in usual tests. */
export const twiceFile = process.env['FORMS_TWICE']

/** A line of that file. */
export type SentTwice = { engine: string; form: string; test: string; errors: string[] }

/** Sends a form twice at the same time and returns the answer that says it was carried out, if one does. */
export async function sendTwice<Content>(
  shop: Shop,
  screen: ConsoleScreenFunction<Content>,
  request: () => Promise<ConsoleRequest>,
): Promise<PageResult<ConsolePage<Content>>> {
  const requests = [await request(), await request()]
  const fields = await requests[0]?.request.clone().formData()
  const answers = await Promise.allSettled(requests.map((each) => screen(shop, each)))
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  if (twiceFile) appendFileSync(twiceFile, `${JSON.stringify(lineOf(screen, fields, failed))}\n`)
  const pages = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const page = pages.find(isDone) ?? pages[0]
  if (page === undefined) throw failed[0]
  return page
}

function lineOf(
  { definition }: Pick<ConsoleScreenFunction<unknown>, 'definition'>,
  fields: FormData | undefined,
  failed: readonly unknown[],
): SentTwice {
  const { currentTestName: test = '' } = expect.getState()
  const errors = failed.map((error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)))
  return { engine: inject('engine'), form: `${definition.screen}.${String(fields?.get('action'))}`, test, errors }
}

function isDone(page: PageResult<ConsolePage<unknown>>): boolean {
  return page instanceof Response || ('done' in page.page && page.page.done !== null)
}
