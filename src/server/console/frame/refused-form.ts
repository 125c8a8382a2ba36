import { consolePath } from '../../../console-routes.ts'
import { isLanguage } from '../../../domain/places/locales.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { plainPage, plainPageHeaders, type PlainPage } from '../../platform/http/answers/plain-page.ts'
import { fieldsOf, type Fields } from '../../platform/http/read-form.ts'
import type { ConsoleRequest } from './console-context.ts'
import { filesNotHeld, heldFields } from './held-files.ts'

/** Fields that nobody types, and what is not sent back. */
const untyped = new RegExp(
  String.raw`password|secret|token|^(factor|was|use|fault|permission|scope|event|held-file|lost-file):` +
    String.raw`|^(action|version|key|form_key|id)$`,
)

/** Answers 403 to somebody whose role does not include what they asked for; `typed` is what they had written. */
export function forbidden(t: Translate, typed: readonly string[] = []): Response {
  return plainAnswer(t, 403, {
    title: t('console:forbidden.title'),
    text: t('console:forbidden.text'),
    link: { address: consolePath('account'), text: t('console:forbidden.back') },
    typed,
  })
}

/** A form that is sent again is written in letters, of which its screen takes fewer than of a file. */
const maxHeldBytes = 700_000

const secret = /password|secret|token|^factor:/

/** A form as it was sent, and where to. */
type SentForm = { fields: Fields; address: string }

/**
 * The answer to a form that its screen cannot show again: the record is gone, or its sender was signed out or lost the
 * permission meanwhile. What was typed is in it, to be copied, and somebody who was signed out signs in beside it and
 * sends the form again. Without anything typed the answer stays as it is.
 */
export async function withTyped(
  answer: Response,
  t: Translate,
  { fields, address: sentTo }: SentForm,
): Promise<Response> {
  const typed = typedOf(fields)
  if (typed.length === 0) return answer
  if (answer.status === 403) return forbidden(t, typed)
  const isGone = answer.status === 404 && answer.body === null
  const link = { address: consolePath('today'), text: t('console-frame:missing.back') }
  const gone = { title: t('console-frame:lost.gone_title'), text: t('console-frame:lost.gone') }
  if (isGone) return plainAnswer(t, 404, { ...gone, link, typed })
  const signIn = signInOf(answer, t)
  if (!signIn) return answer
  const sent = await heldFields(fields, maxHeldBytes)
  const chooseAgain = filesNotHeld(sent).length === 0 ? '' : ` ${t('console-frame:lost.file')}`
  const title = t('console-frame:lost.signed_out_title')
  const text = t('console-frame:lost.signed_out') + chooseAgain
  const again = { address: sentTo, text: t('console-frame:lost.again'), fields: sendable(sent) }
  return plainAnswer(t, 403, { title, text, link: signIn, typed, again })
}

/**
 * The answer to somebody who may not see a screen, with the form that they have sent. One with files that the screen
 * writes to disk (`isStreamed`) is not read for somebody who is not signed in.
 */
export async function refusedForm(
  answer: Response,
  { request, url, locals: { t } }: ConsoleRequest,
  isStreamed: boolean,
): Promise<Response> {
  if (request.method !== 'POST') return answer
  const hasFiles = request.headers.get('Content-Type')?.startsWith('multipart/form-data')
  if (isStreamed && hasFiles) return withoutFiles(answer, t)
  return withTyped(answer, t, { fields: await fieldsOf(request), address: url.pathname + url.search })
}

/** The answer to a form with files that was not read, because its sender was signed out. */
function withoutFiles(answer: Response, t: Translate): Response {
  const link = signInOf(answer, t)
  if (!link) return answer
  const text = t('console-frame:lost.signed_out_file')
  return plainAnswer(t, 403, { title: t('console-frame:lost.signed_out_title'), text, link })
}

/** Where somebody who was signed out signs in again, in a tab of its own; undefined for other answers. */
function signInOf(answer: Response, t: Translate): PlainPage['link'] {
  const address = answer.headers.get('Location') ?? ''
  const isSignedOut = [consolePath('sign-in'), consolePath('second')].includes(address.split('?')[0] ?? '')
  return isSignedOut ? { address, text: t('console:sign_in.title'), opensTab: true } : undefined
}

/**
 * Secrets are not sent back: who sends the form again types them anew. Of files that are not held their names go along,
 * so that the form is refused without them and asks for them.
 */
function sendable(fields: Awaited<ReturnType<typeof heldFields>>) {
  return fields.filter(([name]) => !secret.test(name))
}

/** What a person has typed, and the names of files: not what the form carried along, nor what is as it was. */
function typedOf(fields: Fields): string[] {
  const was = new Map(fields.filter(([name]) => name.startsWith('was:')).map(([name, value]) => [name.slice(4), value]))
  const texts = fields.flatMap(([name, value]) =>
    typeof value !== 'string'
      ? fileName(value)
      : value.trim() !== '' && !untyped.test(name) && was.get(name) !== value
        ? [value]
        : [],
  )
  return [...new Set(texts)]
}

const fileName = ({ name, size }: File): string[] => (size > 0 ? [name] : [])

function plainAnswer(t: Translate, status: number, page: Omit<PlainPage, 'language'>): Response {
  const language = t('console:language')
  const typedTitle = t('console-frame:lost.typed')
  const body = plainPage({ ...page, language: isLanguage(language) ? language : 'en', typedTitle })
  const pairs = Array.from({ length: plainPageHeaders.length / 2 }, (_, at): [string, string] => [
    plainPageHeaders[at * 2] ?? '',
    plainPageHeaders[at * 2 + 1] ?? '',
  ])
  return new Response(new Uint8Array(body), { status, headers: pairs })
}
