import { isLanguage } from '../../../domain/places/locales.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { consolePath } from '../../../console-routes.ts'
import { plainPage, plainPageHeaders } from '../../platform/http/answers/plain-page.ts'

/** Answers 403 to somebody whose role does not include what they asked for. */
export function forbidden(t: Translate): Response {
  const language = t('console:language')
  const body = plainPage({
    language: isLanguage(language) ? language : 'en',
    title: t('console:forbidden.title'),
    text: t('console:forbidden.text'),
    link: { address: consolePath('account'), text: t('console:forbidden.back') },
  })
  const pairs = Array.from({ length: plainPageHeaders.length / 2 }, (_, at): [string, string] => [
    plainPageHeaders[at * 2] ?? '',
    plainPageHeaders[at * 2 + 1] ?? '',
  ])
  return new Response(new Uint8Array(body), { status: 403, headers: pairs })
}
