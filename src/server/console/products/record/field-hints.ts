import type { SectionsOf } from './sections-of.ts'

/** Fields whose hint has their own name. */
const hinted = [
  'prefix',
  'label',
  'slug',
  'description',
  'more_categories',
  'tags',
  'discount_category',
  'group',
  'group_size',
  'subscription_days',
  'decoration',
  'popularity',
  'sku',
  'numbers_ean',
  'numbers_maker',
  'numbers_replaces',
  'numbers_own',
  'campaign_price',
  'level',
  'shelf',
  'pieces',
  'related_successor',
  'related_bundle',
] as const

/** So many devices are named in a hint; the field below has all of them. */
const namedDevices = 8

/** What the page says of a field beside its label; '' for most. */
export function hintOf(name: string, { names, state, t }: SectionsOf): string {
  const key = hinted.find((each) => each === name || name.replace(/_(?:sv|en)$/, '') === each)
  if (key) return t(`console-product:hint.${key}`)
  if (name.startsWith('price_')) return t('console-product:hint.price')
  if (name === 'devices') {
    const fits = names.devices.filter(({ id }) => state.record.device_ids.includes(id))
    const listed = fits.slice(0, namedDevices).map((device) => device.name)
    const more = fits.length > namedDevices ? ' …' : ''
    return [t('console-product:hint.devices'), listed.join(', ') + more].filter((text) => text !== '').join(' ')
  }
  return ''
}
