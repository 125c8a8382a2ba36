import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod/mini'
import { answerParameter } from '../../../contracts/console/kept-answer.ts'
import { staffIdleSeconds } from '../../../domain/staff/staff-limits.ts'
import type { StaffSession } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import { goTo } from '../../platform/http/pages/page-result.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import {
  deleteAnswersTo,
  deleteOlderAnswers,
  formOfAnswer,
  insertKeptAnswer,
  keptAnswer,
} from './kept-answers-queries.ts'
import { seal, unseal } from './seal-answer.ts'

/** The page that answered a form: its HTML, the status, and its headers, such as what it may load and use. */
const keptPage = z.object({
  body: z.string(),
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})

/** Who asks for which address, and the secret that it had; '' without one. */
type Asking = {
  readonly shop: Pick<Shop, 'db' | 'now' | 'log'>
  readonly session: StaffSession
  readonly url: URL
  readonly secret: string
}

/** How many answers of one person are kept, and how long one may be; a longer one is sent as it is. */
const [most, maxLength] = [20, 2_000_000]
const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/** Takes the secret of a kept answer out of an address, so that no screen and no link of one has it; '' without one. */
export function takeAnswerSecret({ searchParams }: URL): string {
  const secret = searchParams.get(answerParameter)
  if (secret === null) return ''
  searchParams.delete(answerParameter)
  return secret
}

/**
 * Keeps the page that answers a form for half an hour and leads to it, so that the browser can go back to it and load
 * it again, with what was typed: a page that may not be stored and answers a post is an error of the browser instead.
 * A page that is too long, or that the database cannot take just now, is sent as it is.
 */
export async function leadToAnswer(asking: Asking, response: Response): Promise<Response> {
  const { shop, url } = asking
  const { status, headers } = response
  const body = await response.text()
  const secret = newSecret()
  const page = { body, status, headers: [...headers].filter(([name]) => name !== 'set-cookie') }
  const isKept = body.length <= maxLength && (await keep(asking, secret, JSON.stringify(page)).catch(notKept(shop)))
  if (!isKept) return new Response(body, { status, headers })
  const search = new URLSearchParams(url.searchParams)
  search.delete('done')
  search.set(answerParameter, secret)
  return goTo(`${url.pathname}?${search}`)
}

async function keep({ shop, session, url, secret: before }: Asking, secret: string, page: string): Promise<true> {
  const id = idOf(session, url.pathname, secret)
  const form = before === '' ? undefined : await formOfAnswer(shop.db, idOf(session, url.pathname, before))
  await insertKeptAnswer(shop.db, {
    id,
    form: form ?? id,
    staff_id: session.staff.id,
    answer: seal(await pack(page, { level: 1 }), secret),
    created_at: shop.now().toISOString(),
  })
  await deleteOlderAnswers(shop.db, session.staff.id, most)
  return true
}

const notKept =
  ({ log }: Pick<Shop, 'log'>) =>
  (error: unknown): false => {
    log.warn({ err: error }, 'the answer to a form of the console could not be kept')
    return false
  }

/** The page that was kept for this person; the screen as it is now after half an hour, and for everybody else. */
export async function showAnswer({ shop, session, url, secret }: Asking): Promise<Response> {
  const since = new Date(shop.now().getTime() - staffIdleSeconds * 1000).toISOString()
  const row = await keptAnswer(shop.db, idOf(session, url.pathname, secret), since)
  if (!row) return goTo(url.pathname + url.search)
  const opened = await unpack(unseal(row.answer, secret))
  const { body, status, headers } = keptPage.parse(JSON.parse(opened.toString()))
  return new Response(body, { status, headers })
}

/** Deletes all answers to a form that was carried out: who goes back to one sees the record as it is now. */
export async function forgetAnswers({ shop, session, url, secret }: Asking): Promise<void> {
  const form = await formOfAnswer(shop.db, idOf(session, url.pathname, secret))
  if (form !== undefined) await deleteAnswersTo(shop.db, form)
}

/** Somebody whose rights have changed has another id, so that a right that was taken away opens nothing of before. */
function idOf({ staff, permissions, mustEnrol }: StaffSession, pathname: string, secret: string): string {
  return hashSecret(JSON.stringify([staff.id, staff.role, permissions, mustEnrol, pathname, secret]))
}
