import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod/mini'
import { answerParameter } from '../../../contracts/console/kept-answer.ts'
import { staffIdleSeconds } from '../../../domain/staff/staff-limits.ts'
import type { StaffSession } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import { goTo } from '../../platform/http/pages/page-result.ts'
import { hashSecret, newSecret } from '../../platform/ids.ts'
import { deleteKeptAnswer, deleteOlderAnswers, insertKeptAnswer, keptAnswer } from './kept-answers-queries.ts'
import { seal, unseal } from './seal-answer.ts'

/** The page that answered a form: its HTML, the status, and its headers, such as what it may load and use. */
const keptPage = z.object({
  body: z.string(),
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})

/** Who asks for which address. */
type Asking = { readonly shop: Pick<Shop, 'db' | 'now'>; readonly session: StaffSession; readonly url: URL }

/** How many answers of one person are kept, and how long one may be; a longer one is sent as it is. */
const [most, maxLength] = [20, 2_000_000]
const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/** Takes the secret of a kept answer out of an address, so that no screen and no link of one has it; '' without one. */
export function takeAnswerSecret({ searchParams }: URL): string {
  const secret = searchParams.get(answerParameter) ?? ''
  searchParams.delete(answerParameter)
  return secret
}

/**
 * Keeps the page that answers a form for half an hour and leads to it, so that the browser can go back to it and load
 * it again, with what was typed: a page that may not be stored and answers a post is an error of the browser instead.
 */
export async function leadToAnswer({ shop, session, url }: Asking, response: Response): Promise<Response> {
  const { status, headers } = response
  const body = await response.text()
  if (body.length > maxLength) return new Response(body, { status, headers })
  const secret = newSecret()
  const answer = { body, status, headers: [...headers].filter(([name]) => name !== 'set-cookie') }
  await insertKeptAnswer(shop.db, {
    id: idOf(session, url.pathname, secret),
    staff_id: session.staff.id,
    answer: seal(await pack(JSON.stringify(answer), { level: 1 }), secret),
    created_at: shop.now().toISOString(),
  })
  await deleteOlderAnswers(shop.db, session.staff.id, most)
  const search = new URLSearchParams(url.searchParams)
  search.delete('done')
  search.set(answerParameter, secret)
  return goTo(`${url.pathname}?${search}`)
}

/** The page that was kept for this person; the screen as it is now after half an hour, and for everybody else. */
export async function showAnswer({ shop, session, url }: Asking, secret: string): Promise<Response> {
  const since = new Date(shop.now().getTime() - staffIdleSeconds * 1000).toISOString()
  const row = await keptAnswer(shop.db, idOf(session, url.pathname, secret), since)
  if (!row) return goTo(url.pathname + url.search)
  const opened = await unpack(unseal(row.answer, secret))
  const { body, status, headers } = keptPage.parse(JSON.parse(opened.toString()))
  return new Response(body, { status, headers })
}

/** Deletes an answer whose form was carried out: who goes back to it sees the record as it is now. */
export async function forgetAnswer({ shop, session, url }: Asking, secret: string): Promise<void> {
  await deleteKeptAnswer(shop.db, idOf(session, url.pathname, secret))
}

/** Somebody with another role has another id, so that a role that was taken away opens nothing of before. */
function idOf({ staff }: StaffSession, pathname: string, secret: string): string {
  return hashSecret(JSON.stringify([staff.id, staff.role, pathname, secret]))
}
