import type { TextKey } from '../../i18n/translator.ts'

/** What a person is told of a failure; never what the error says itself (spec section 8). */
export function errorTitle(status: number): TextKey {
  if (status === 404) return 'error.not_found'
  if (status === 503) return 'error.busy'
  return status < 500 ? 'error.refused' : 'error.failed'
}

export function errorHelp(status: number): TextKey {
  if (status === 404) return 'error.not_found_help'
  return status < 500 ? 'error.refused_help' : 'error.failed_help'
}
