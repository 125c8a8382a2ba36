import { readStored } from '../../browser/storage.ts'
import { grants } from '../../domain/visitors/consent.ts'
import { consentNow, onConsent } from '../consent/consent-state.ts'

/** Takes campaign data out of the stored cart where advertising is not allowed, or not any more. */
export function followCampaign(): void {
  if (consentNow() === undefined) forgetCampaign()
  onConsent((consent) => {
    if (!grants(consent, 'adStorage')) forgetCampaign()
  })
}

function forgetCampaign(): void {
  const cart = readStored('cart')
  const hasCampaign = typeof cart === 'object' && cart !== null && Boolean(Reflect.get(cart, 'campaignData'))
  if (hasCampaign) void import('./store/cart-store.ts').then(({ rememberCampaign }) => rememberCampaign(null))
}
