import { z } from 'zod/mini'
import { languages } from '../places/locales.ts'
import { sentence } from './reasons.ts'
import { optional, optionalEmail } from './setting-texts.ts'

/** Who sends the shop's mails, and who gets those to the operator. The environment's variables take precedence. */
export const mailSettings = z.strictObject({
  /** Empty for the brand's name. */
  senderName: optional(100, (text) => !text.includes('"'), sentence('no_quotes')),
  /** Empty for order@ and the domain of the company's address. */
  senderAddress: optionalEmail,
  /** Empty for nobody. */
  operatorAddress: optionalEmail,
  operatorLanguage: z.prefault(z.enum(languages), 'en'),
  /** A mail about each confirmed order; without an address of its own it goes to the operator. */
  newOrders: z.prefault(z.strictObject({ active: z.prefault(z.boolean(), true), address: optionalEmail }), {}),
})
