import { createHash } from 'node:crypto'
import type { Language } from '../../domain/locales.ts'
import { translator } from '../../i18n/translator.ts'
import { matchScreen } from '../../routes.ts'
import type { Exchange } from './exchange.ts'
import { RETRY_AFTER_S } from './lanes.ts'
import type { HeaderList } from './security-headers.ts'
import type { Answer } from './send.ts'

const STYLE = 'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem;color:#1d2433}h1{font-size:1.5rem}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const bodies = new Map<string, Buffer>()

/** Says in the shopper's language that there is no place just now. Rendering a real page would cost what there is none of. */
export function busyPage({ req, url, id }: Exchange, always: HeaderList): Answer {
  const language = matchScreen(url.pathname)?.language ?? 'en'
  const isForm = req.method === 'POST'
  return {
    status: 503,
    body: bodyOf(language, isForm),
    headers: [
      'Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-store', 'Retry-After', String(RETRY_AFTER_S), 'X-Request-Id', id,
      'Content-Security-Policy', `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`, ...always,
    ],
  }
}

function bodyOf(language: Language, isForm: boolean): Buffer {
  const known = bodies.get(`${language} ${isForm}`)
  if (known !== undefined) return known
  const t = translator(language)
  // A form is sent again by the shopper alone: a reload by itself would lose what was typed.
  const reload = isForm ? '' : `<meta http-equiv="refresh" content="${RETRY_AFTER_S + 1}">`
  const made = Buffer.from(`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${t('error.busy')}</title>${reload}`
    + `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><style>${STYLE}</style></head>`
    + `<body><main><h1>${t('error.busy')}</h1><p>${t(isForm ? 'error.busy_form' : 'error.busy_page')}</p></main></body></html>`)
  bodies.set(`${language} ${isForm}`, made)
  return made
}
