import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { AuditLine } from './staff.ts'

/** A customer's account as staff see it. */
export type CustomerPage = {
  id: string
  name: string
  email: string
  phone: string
  language: string
  country: string
  hasConsent: boolean
  isVerified: boolean
  maySignIn: boolean
  createdAt: string
  addresses: readonly string[]
  organization: { id: string; name: string; role: string } | null
  discounts: readonly { category: string; percent: number }[]
  orders: readonly { number: string; placedAt: string; status: OrderStatus; total: Minor; currency: CurrencyCode }[]
  audit: readonly AuditLine[]
}
