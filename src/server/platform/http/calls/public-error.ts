import type { TextKey, Translate } from '../../../../i18n/translator.ts'
import { ProblemError } from '../answers/problem.ts'

/** An error whose message is written for shoppers; all other messages are only logged. */
export class PublicError extends Error {
  override readonly name = 'PublicError'
  readonly status: number
  readonly text: TextKey
  readonly values: Record<string, string>

  constructor(status: number, text: TextKey, values: Record<string, string> = {}, cause?: unknown) {
    super(`${status} ${text} ${JSON.stringify(values)}`, { cause })
    this.status = status
    this.text = text
    this.values = values
  }
}

/** Error codes of calls that a page can also end with, and their texts. */
const textsOfCodes: Readonly<Record<string, TextKey>> = {
  too_many_tries: 'error.reason.too_many_tries',
  cross_site: 'error.reason.cross_site',
  wrong_scope: 'error.reason.wrong_scope',
  session_over: 'error.reason.session_over',
  link_over: 'error.reason.link_over',
  bad_text: 'error.reason.bad_text',
}

/**
 * Returns the text that the error page shows for an error (spec section 8); undefined when there is none for shoppers.
 */
export function publicMessage(thrown: unknown, t: Translate): string | undefined {
  if (thrown instanceof PublicError) return t(thrown.text, thrown.values)
  const text = thrown instanceof ProblemError ? textsOfCodes[thrown.code] : undefined
  return text && t(text)
}
