import { restorableAttributes } from '../attributes/restore-attribute.ts'
import { restorableBrands } from '../brands/restore-brand.ts'
import { restorableCampaigns } from '../campaigns/restore-campaign.ts'
import { restorableCategories } from '../categories/restore-category.ts'
import { restorableContent } from '../content/restore-item.ts'
import { restorableDevices } from '../devices/restore-device.ts'
import { restorableWebhooks } from '../integrations/restore-webhook.ts'
import { restorablePriceLists } from '../price-lists/restore-price-list.ts'
import { restorableProducts } from '../products/make/restore-product.ts'
import { restorableSynonyms, restorableTriggers } from '../search/restore-words.ts'
import { restorableSources } from '../sources/restore-source.ts'
import type { Restorable } from '../staff/restorable.ts'
import { restorableRoles } from '../staff/restore-role.ts'

/** Every kind of record that is restored from the log, as the screen of removed records lists them. */
export const restorables: readonly Restorable[] = [
  restorableProducts,
  restorableCategories,
  restorableBrands,
  restorableAttributes,
  restorableDevices,
  restorableSynonyms,
  restorableTriggers,
  restorableCampaigns,
  restorablePriceLists,
  restorableContent,
  restorableSources,
  restorableRoles,
  restorableWebhooks,
]
