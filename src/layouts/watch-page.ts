import { watchErrors } from '../browser/watch-errors.ts'
import { watchCart } from '../features/cart/watch-cart.ts'
import { watchVatSwitches } from '../features/cart/watch-vat.ts'
import { watchCountdowns } from '../features/deal/watch-countdowns.ts'
import { watchLanguageLinks } from '../features/region/watch-language.ts'
import { watchRegionSwitches } from '../features/region/watch-region.ts'

/** All script that runs before the shopper acts, as one file: every page has it, and it loads no island and no store. */
watchErrors()
watchCart()
watchVatSwitches()
watchRegionSwitches()
watchLanguageLinks()
watchCountdowns()
