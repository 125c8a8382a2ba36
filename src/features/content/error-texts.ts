import type { TextKey } from '../../i18n/translator.ts'

/** The message of a failure that has none of its own for people (spec section 8). */
export function errorTitle(status: number): TextKey {
  if (status === 404) return 'error.not_found'
  if (status === 503) return 'error.busy'
  return status < 500 ? 'error.refused' : 'error.failed'
}

export function errorHelp(status: number): TextKey {
  if (status === 404) return 'error.not_found_help'
  return status < 500 ? 'error.refused_help' : 'error.failed_help'
}
