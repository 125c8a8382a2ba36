import { createElement, Fragment } from 'react'
import { unbrokenParts } from '../i18n/unbroken-amounts.ts'

/** A text whose amounts and short codes do not break, as in Unbroken.astro. Equal parts cannot be keys. */
export function UnbrokenText({ text }: { text: string }) {
  const parts = unbrokenParts(text).map((part, at) =>
    at % 2 === 0 ? part : createElement('span', { className: 'unbroken' }, part),
  )
  return createElement(Fragment, null, ...parts)
}
