import { prefetchLinks } from '../browser/prefetch-links.ts'
import { readStored } from '../browser/storage.ts'
import { whenUsed } from '../browser/when-used.ts'
import { showAccountOnly } from '../features/auth/show-account-only.ts'
import { followCampaign } from '../features/cart/follow-campaign.ts'
import { resumeCart } from '../features/cart/resume-cart.ts'
import { resumeCookieCart } from '../features/cart/resume-cookie-cart.ts'
import { followConsent } from '../features/consent/follow-consent.ts'
import { watchDevice } from '../features/device-finder/watch-device.ts'
import { watchExcelOrder } from '../features/excel-order/watch-excel-order.ts'
import { $picked } from '../features/experiments/experiment-store.ts'
import { showAccessories } from '../features/experiments/show-accessories.ts'
import { rememberPage } from '../features/history/remember-page.ts'
import { showTray } from '../features/listing/compare/watch-compare.ts'
import { followRegion } from '../features/region/follow-region.ts'
import { trackExperiment } from '../features/tracking/track-finders.ts'
import { trackWhenAllowed } from '../features/tracking/track-when-allowed.ts'
import { watchMenus } from './watch-menus.ts'

/**
 * What a page does on its own once it is there and the browser has nothing better to do; no island and no validator is
 * loaded for it.
 */
export function afterLoad(): void {
  watchMenus()
  followRegion()
  prefetchLinks()
  showAccountOnly()
  watchExcelOrder()
  followConsent()
  followCampaign()
  trackWhenAllowed()
  $picked.listen((picked) => picked && trackExperiment(picked.name, picked.variant))
  showAccessories()
  watchDevice()
  showTray()
  if (readStored('postal')) void import('../features/product/postal-code.ts').then((code) => code.showPostalCode())
  void whenUsed()
    .then(() => import('./after-use.ts'))
    .then(({ afterUse }) => afterUse())
  rememberPage()
  resumeCart()
  resumeCookieCart()
  if (document.querySelector('[data-review-widget]'))
    void import('./review-widget.ts').then(({ watchReviewWidget }) => watchReviewWidget())
}
