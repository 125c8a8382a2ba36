import { z } from 'zod/mini'
import { publishDiagnostic } from '../diagnostics.ts'
import { cspReportPath } from '../http/answers/content-policy.ts'
import { inertPolicy, type HeaderList } from '../http/answers/security-headers.ts'
import { send } from '../http/answers/send.ts'
import type { Exchange, Step } from '../http/exchange.ts'
import { isWithin } from '../http/limits/rate-limit.ts'
import { readBody } from '../http/request-body.ts'
import type { Shop } from '../shop.ts'
import { redacted } from './redact.ts'

const maxBytes = 16 * 1024
const text = z.catch(z.string().check(z.maxLength(4_000)), '')

const report = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'blocked-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'source-file': text,
    'line-number': z.catch(z.int(), 0),
  }),
})

const fetched = ['script', 'style', 'img', 'font', 'connect', 'media', 'object', 'frame', 'worker', 'child', 'manifest']
const directives = new Set(
  fetched
    .map((kind) => `${kind}-src`)
    .concat('script-src-elem', 'script-src-attr', 'style-src-elem', 'style-src-attr')
    .concat('base-uri', 'form-action', 'frame-ancestors', 'default-src'),
)

/**
 * Takes reports of browsers on what a page's Content-Security-Policy forbade, and logs them without queries and
 * secrets; limited for each network and for all together, because anybody can send them. Extensions of browsers are
 * left out. Always answers 204, so that a sender learns nothing.
 */
export function cspReports(shop: Pick<Shop, 'limits' | 'log'>, always: HeaderList): Step {
  return async (exchange) => {
    const { req, res, url } = exchange
    if (url.pathname !== cspReportPath || req.method !== 'POST') return false
    await record(shop, exchange)
    await send(req, res, { status: 204, headers: [...always, ...inertPolicy], body: Buffer.alloc(0) })
    return true
  }
}

async function record({ limits, log }: Pick<Shop, 'limits' | 'log'>, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange, maxBytes)
  if (!(await isWithin(limits.cspReports, exchange.address))) return
  const found = readReport(body?.toString() ?? '')
  if (!found || !(await isWithin(limits.cspReportsInAll, ''))) return
  publishDiagnostic('forbidden', { directive: found.directive })
  log.warn({ request_id: exchange.id, csp_report: found }, 'a browser refused what a page’s policy forbids')
}

/** Undefined for what is no report, and for what an extension of the browser did. */
function readReport(body: string) {
  const parsed = report.safeParse(jsonOf(body))
  if (!parsed.success) return undefined
  const violation = parsed.data['csp-report']
  const [blocked, source] = [placeOf(violation['blocked-uri']), placeOf(violation['source-file'])]
  if ([blocked, source].some((place) => /^[\w-]*extension:/.test(place))) return undefined
  const [named = ''] = (violation['effective-directive'] || violation['violated-directive']).split(' ')
  const directive = directives.has(named) ? named : 'other'
  return { directive, blocked, page: placeOf(violation['document-uri']), source, line: violation['line-number'] }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** An address without its query, or a word such as `inline`. */
function placeOf(address: string): string {
  return redacted((address.split(/[?#]/, 1)[0] ?? '').slice(0, 300))
}
