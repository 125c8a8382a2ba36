import {
  requestFields,
  requestLimits,
  type RequestErrors,
  type RequestFields,
} from '../../../contracts/customer-pages/request-page.ts'
import { readVatNumber } from '../../../domain/money/vat-numbers.ts'
import {
  maxRequestLines,
  readRequestLines,
  requestQuantity,
  type RequestLine,
} from '../../../domain/orders/part-requests.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'

/** Reads the requested parts of a form: the first one, then those of the text. */
export function requestedLines({ number, quantity, lines }: RequestFields): RequestLine[] {
  const single = number === '' ? [] : [{ text: number, quantity: requestQuantity(quantity) ?? 1 }]
  return [...single, ...readRequestLines(lines)]
}

/** Validates the form; name and address are only asked of who is not signed in. */
export function requestErrors(typed: RequestFields, isSignedIn: boolean): RequestErrors {
  const lines = requestedLines(typed)
  const errors: RequestErrors = {}
  for (const field of requestFields) if (typed[field].length > requestLimits[field]) errors[field] = 'too_long'
  const fail = (field: keyof RequestErrors, isWrong: boolean, fault: RequestErrors[typeof field]) => {
    if (isWrong && fault) errors[field] ??= fault
  }
  fail('number', lines.length === 0, 'part_missing')
  fail('quantity', typed.number !== '' && requestQuantity(typed.quantity) === null, 'quantity_invalid')
  fail('lines', lines.length > maxRequestLines, 'too_many_parts')
  fail('vat_number', typed.vat_number !== '' && !readVatNumber(typed.vat_number), 'vat_number_invalid')
  if (isSignedIn) return errors
  fail('name', typed.name === '', 'required')
  fail('email', typed.email === '', 'required')
  fail('email', !isEmail(typed.email), 'email_invalid')
  return errors
}
