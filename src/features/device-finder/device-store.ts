import { persisted } from '../../browser/persist.ts'
import type { NamedDevice } from '../../contracts/catalog-pages/product-lists.ts'
import { readDevice } from './device-state.ts'

/** The device that the shopper looks for parts for; kept because they asked, until they forget it. */
export const $device = persisted<NamedDevice | null>({ name: 'device', read: readDevice })
