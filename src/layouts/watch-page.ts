import { reloadOnChunkFailure } from '../browser/reload-on-chunk-failure.ts'
import { watchErrors } from '../browser/watch-errors.ts'
import { whenIdle } from '../browser/when-idle.ts'
import { watchLogin } from '../features/account/login/watch-login.ts'
import { watchCart } from '../features/cart/watch-cart.ts'
import { watchVatSwitches } from '../features/cart/watch-vat.ts'
import { watchConsent } from '../features/consent/watch-consent.ts'
import { watchCountdowns } from '../features/deal/watch-countdowns.ts'
import { watchPictures } from '../features/product/watch-pictures.ts'
import { watchLanguageLinks } from '../features/region/watch-language.ts'
import '../features/region/region-shown.ts'
import { watchRegionSwitches } from '../features/region/watch-region.ts'
import { scrollToGrid } from './scroll-to-grid.ts'
import { watchStrip } from './watch-strip.ts'

/**
 * All script that runs before the shopper acts, as one file: every page has it, and it loads no island and no store.
 */
watchErrors()
scrollToGrid()
reloadOnChunkFailure()
watchConsent()
watchCart()
watchLogin()
watchVatSwitches()
watchRegionSwitches()
watchLanguageLinks()
watchCountdowns()
watchPictures()
watchStrip()
whenIdle(() => void import('./after-load.ts').then(({ afterLoad }) => afterLoad()))
