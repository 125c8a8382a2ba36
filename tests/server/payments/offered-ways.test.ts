import { expect, test } from 'vitest'
import { languages } from '../../../src/domain/places/locales.ts'
import { offeredMethods } from '../../../src/server/payments/providers.ts'
import { layoutContent } from '../../../src/server/storefront/layout-content.ts'
import { defaultContext } from '../../support/default-context.ts'
import { freshShop } from '../../support/test-shop.ts'

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

test.each([
  [{ SANDBOX_PAYMENTS: '0' }, ['invoice']],
  [{ SANDBOX_PAYMENTS: '1' }, ['card', 'invoice']],
  [{ SANDBOX_PAYMENTS: '0', ...stripe }, ['card', 'invoice', 'buy-now-pay-later', 'wallet']],
])(
  'the layout of every page names the payment methods of the checkout, and no others: %j',
  async (settings, expected) => {
    await using shop = await freshShop({ settings })
    for (const language of languages) {
      expect(offeredMethods(shop, language, { country: 'SE' })).toEqual(expected)
      expect((await layoutContent(shop, defaultContext(language))).content.payments).toEqual(expected)
    }
  },
)
