import { consolePath, isConsolePath } from '../../../../console-routes.ts'
import { isLanguage, languages, type Language } from '../../../../domain/places/locales.ts'
import { translator, type Translate } from '../../../../i18n/translator.ts'
import { plainPage } from './plain-page.ts'
import type { ProblemError } from './problem.ts'

const statuses = new Set([400, 403, 404, 413, 414])
const missing = new Set([400, 404, 414])

/** Returns the language in the first path segment, even if the rest is malformed; undefined for calls and files. */
export function pathLanguage(target: string | undefined): Language | undefined {
  const [, first = ''] = (target ?? '').split(/[/?#]/, 2)
  return isLanguage(first) ? first : undefined
}

/**
 * Builds the page for a request whose address or form was refused before routing; undefined for programs. The console
 * has no language in its paths: there `accepted` is the one that the browser asks for.
 */
export function refusedPage(
  target: string | undefined,
  problem: Pick<ProblemError, 'status' | 'code'>,
  accepted?: Language,
): Buffer | undefined {
  if (isConsolePath((target ?? '').split('?', 1)[0] ?? '')) return consolePage(problem, accepted)
  const language = pathLanguage(target)
  if (language === undefined || !statuses.has(problem.status)) return undefined
  const { title, text } = textsOf(problem, translator(language))
  return plainPage({ language, title, text, leadsHome: true })
}

/** The console's own page for a form that is too large to be read, of which nothing can be shown again. */
function consolePage(
  { status, code }: Pick<ProblemError, 'status' | 'code'>,
  accepted: Language = languages[0],
): Buffer | undefined {
  if (status !== 413) return undefined
  const t = translator(accepted)
  if (code === 'signed_out')
    return plainPage({
      language: accepted,
      title: t('console-frame:lost.signed_out_title'),
      text: t('console-frame:lost.signed_out_long'),
      link: { address: consolePath('sign-in'), text: t('console:sign_in.title'), opensTab: true },
    })
  const link = { address: consolePath('today'), text: t('console-frame:missing.back') }
  return plainPage({
    language: accepted,
    title: t('console-frame:lost.too_large_title'),
    text: t('console-frame:lost.too_large'),
    link,
  })
}

function textsOf(
  { status, code }: Pick<ProblemError, 'status' | 'code'>,
  t: Translate,
): { title: string; text: string } {
  if (code === 'cross_site') return { title: t('error.reason.cross_site'), text: t('error.refused_help') }
  return missing.has(status)
    ? { title: t('error.not_found'), text: t('error.not_found_help') }
    : { title: t('error.refused'), text: t('error.refused_help') }
}
