import { Fragment } from 'react'
import { unbrokenParts } from '../../../../i18n/unbroken-amounts.ts'

/** A text whose amounts and short codes, such as part numbers, do not break. */
export function WholeCodes({ text }: { text: string }) {
  return unbrokenParts(text).map((part, at) =>
    at % 2 === 0 ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  )
}
