import type { Language } from '../../../../domain/places/locales.ts'
import { translator } from '../../../../i18n/translator.ts'
import { matchScreen } from '../../../../routes.ts'
import { plainPage, plainPageHeaders } from '../answers/plain-page.ts'
import type { HeaderList } from '../answers/security-headers.ts'
import type { Answer } from '../answers/send.ts'
import type { Exchange } from '../exchange.ts'
import { retryAfterSeconds } from '../lanes.ts'

const bodies = new Map<string, Buffer>()

/**
 * Builds the page that tells shoppers in their language that the shop is busy. It is not rendered by Astro, which
 * would need the slot that is missing.
 */
export function busyPage({ req, url, id }: Exchange, always: HeaderList): Answer {
  const language = matchScreen(url.pathname)?.language ?? 'en'
  const isForm = req.method === 'POST'
  return {
    status: 503,
    body: bodyOf(language, isForm),
    headers: [...plainPageHeaders, 'Retry-After', String(retryAfterSeconds), 'X-Request-Id', id, ...always],
  }
}

function bodyOf(language: Language, isForm: boolean): Buffer {
  const known = bodies.get(`${language} ${isForm}`)
  if (known !== undefined) return known
  const t = translator(language)
  // No automatic reload after a form, which would lose the input; the shopper sends it again.
  const reload = isForm ? {} : { reloadAfter: retryAfterSeconds + 1 }
  const made = plainPage({
    language,
    title: t('error.busy'),
    text: t(isForm ? 'error.busy_form' : 'error.busy_page'),
    ...reload,
  })
  bodies.set(`${language} ${isForm}`, made)
  return made
}
