import { Fragment } from 'react'
import { unbrokenParts } from '../i18n/unbroken-amounts.ts'

/** A text whose amounts and short codes do not break, as Unbroken.astro. */
export function UnbrokenText({ text }: { text: string }) {
  return unbrokenParts(text).map((part, at) =>
    at % 2 === 0 ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <span key={at} className="whole">
        {part}
      </span>
    ),
  )
}
