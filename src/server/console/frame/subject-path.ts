import { consolePath } from '../../../console-routes.ts'
import { subjectKinds, type SubjectKind } from '../../../domain/staff/subject-kinds.ts'

type Subject = { id: string; label: string }

const screenOf: Partial<Record<SubjectKind, (subject: Subject) => string>> = {
  order: ({ label }) => consolePath('order', { number: label }),
  customer: ({ id }) => consolePath('customer', { id }),
  payment: ({ id }) => consolePath('payment', { id }),
  invoice: ({ id }) => consolePath('invoice', { number: id }),
  subscription: ({ id }) => consolePath('subscription', { id }),
  gift_card: ({ id }) => consolePath('gift-card', { id }),
  organization: ({ id }) => consolePath('organization', { id }),
  quote: ({ label }) => consolePath('quote', { number: label }),
  request: ({ label }) => consolePath('request', { number: label }),
  staff: ({ id }) => consolePath('person', { id }),
  role: ({ id }) => consolePath('role', { name: id }),
  product: ({ id }) => consolePath('product', { sku: id }),
  coupon: ({ id }) => consolePath('coupon', { code: id }),
  category: ({ id }) => consolePath('category', { id }),
  brand: ({ id }) => consolePath('brand', { id }),
  tag: ({ id }) => consolePath('tag', { id }),
  attribute: ({ id }) => consolePath('attribute', { id }),
  device: ({ id }) => consolePath('device', { id }),
  synonym: ({ id }) => consolePath('search-synonym', {}, { phrase: id }),
  trigger: ({ id }) => consolePath('search-trigger', {}, { id }),
  campaign: ({ id }) => consolePath('campaign', { id }),
  price_change: ({ id }) => consolePath('price-change', { id }),
  price_list: ({ id }) => consolePath('price-list', { id }),
  rates: () => consolePath('rates'),
  vat: () => consolePath('vat'),
  payout: ({ id }) => consolePath('payout', { id }),
  content: ({ id }) => {
    const [kind = '', ...rest] = id.split(':')
    return consolePath('content-item', { kind, id: rest.join(':') })
  },
  mail: ({ id }) => consolePath('content-mail', { name: id }),
  settings: ({ id }) => (id === 'footer' ? consolePath('menus') : consolePath('setting', { group: id })),
  system: () => consolePath('system'),
  import: ({ id }) => consolePath('import', { id }),
  profile: ({ id }) => consolePath('profile', { name: id }),
  source: ({ id }) => consolePath('source', { name: id }),
  api_key: () => consolePath('integrations'),
  webhook: ({ id }) => consolePath('webhook', { id }),
}

/** The screen of a record; undefined for one that has none. */
export function subjectPath(kind: string, id: string, label: string): string | undefined {
  const known = subjectKinds.find((each) => each === kind)
  return known && screenOf[known]?.({ id, label })
}
