import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Env } from '../../env.ts'
import type { Log } from '../../log.ts'
import { plainPageHeaders } from '../answers/plain-page.ts'
import { toProblem, problemText, problemMediaType, type ProblemError } from '../answers/problem.ts'
import { refusedPage } from '../answers/refused-page.ts'
import { inertPolicy, securityHeaders } from '../answers/security-headers.ts'
import { send } from '../answers/send.ts'
import { acceptedLanguage } from '../calls/asked-language.ts'
import { discarded } from '../request-body.ts'

type ProblemContext = {
  readonly env: Pick<Env, 'ORIGIN'>
  readonly log: Log
}

/** Answers a failed request: never a stack trace, always the request id; at a page's address a text for shoppers. */
export async function answerProblem(
  req: IncomingMessage,
  res: ServerResponse,
  id: string,
  thrown: unknown,
  { env, log }: ProblemContext,
): Promise<void> {
  const problem = toProblem(thrown)
  if (problem.status >= 500)
    log.error({ request_id: id, code: problem.code, err: problem.cause ?? problem }, 'request failed')
  if (res.headersSent) {
    res.destroy()
    return
  }
  const page = refusedPage(req.url, problem, acceptedLanguage(req.headers['accept-language'] ?? null))
  const body = page ?? Buffer.from(problemText(problem, id))
  const headers = headersOf(problem, id, env, page !== undefined)
  if (problem.details.headers?.['Connection'] !== 'close')
    return send(req, res, { status: problem.status, headers, body })
  // With its answer's end the connection is closed, which would reset it while the sender still sends.
  res.writeHead(problem.status, [...headers, 'Content-Length', String(body.length)])
  res.write(body)
  await discarded(req)
  res.end()
}

function headersOf(problem: ProblemError, id: string, env: Pick<Env, 'ORIGIN'>, isPage: boolean): string[] {
  const own = Object.entries(problem.details.headers ?? {}).flat()
  const kind = isPage
    ? plainPageHeaders
    : ['Content-Type', problemMediaType, 'Cache-Control', 'no-store', ...inertPolicy]
  return [...kind, 'X-Request-Id', id, ...own, ...securityHeaders(env)]
}
