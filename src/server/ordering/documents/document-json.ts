import { z } from 'zod'
import { currencyCodes } from '../../../domain/money/currencies.ts'
import { homeCountries } from '../../../domain/places/home.ts'
import { languages } from '../../../domain/places/locales.ts'
import { jsonColumn, orderAddress, orderDelivery } from '../../platform/db/json-columns.ts'
import type { DocumentContent } from './document-content.ts'

const seller = z.object({
  /** Documents from before there was a choice are of Swedish shops. */
  country: z.enum(homeCountries).default('SE'),
  name: z.string(),
  organizationNumber: z.string(),
  vatNumber: z.string(),
  address: z.array(z.string()),
  email: z.string(),
  phone: z.string(),
  bankgiro: z.string(),
  iban: z.string(),
  bic: z.string(),
})

const buyer = orderAddress.extend({
  email: z.string(),
  organizationNumber: z.string().nullable(),
  vatNumber: z.string().nullish(),
  orderReference: z.string().optional(),
  costCentre: z.string().optional(),
  peppolId: z.string().optional(),
  invoiceAddress: z.string().optional(),
})

const line = z.object({
  sku: z.string(),
  name: z.string(),
  quantity: z.number(),
  unit: z.number(),
  discount: z.number(),
  rate: z.number(),
  amount: z.number(),
  vat: z.number().optional(),
})

const content: z.ZodType<DocumentContent, unknown> = z.object({
  kind: z.enum(['invoice', 'receipt', 'credit_note']),
  number: z.string(),
  issuedAt: z.string(),
  dueAt: z.string().nullable(),
  creditOf: z.string().nullable(),
  orderNumber: z.string(),
  orderedAt: z.string(),
  language: z.enum(languages),
  currency: z.enum(currencyCodes),
  paymentMethod: z.string(),
  seller,
  buyer,
  lines: z.array(line),
  delivery: z.number(),
  recalculated: z.number().optional(),
  allowance: z.number().optional(),
  setOff: z.number().optional(),
  moved: z.object({ order: z.string(), amount: z.number() }).optional(),
  comes: orderDelivery.optional(),
  total: z.number(),
  giftCard: z.number().optional(),
  givenCard: z.number().optional(),
  vat: z.number(),
  vatBesides: z.object({ delivery: z.number(), recalculated: z.number(), allowance: z.number() }).optional(),
  isReverseCharged: z.boolean().optional(),
  isExported: z.boolean().optional(),
  rates: z.array(z.object({ rate: z.number(), net: z.number(), vat: z.number() })),
})

/** Column `documents.content`: a document as it was issued. */
export const documentJson = jsonColumn(content)
