import { createElement, Fragment } from 'react'
import { unbrokenParts } from '../../../../i18n/unbroken-amounts.ts'

const whole = { style: { whiteSpace: 'nowrap' } } as const

/**
 * A text whose amounts and short codes, such as part numbers, do not break. Passes its parts as arguments, because
 * equal ones cannot be keys.
 */
export function WholeCodes({ text }: { text: string }) {
  const parts = unbrokenParts(text).map((part, at) => (at % 2 === 0 ? part : createElement('span', whole, part)))
  return createElement(Fragment, null, ...parts)
}
