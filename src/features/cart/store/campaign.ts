import { grants } from '../../../domain/visitors/consent.ts'
import { consentNow, onConsent } from '../../consent/consent-state.ts'
import type { CampaignData } from './cart-state.ts'
import { rememberCampaign } from './cart-store.ts'

let waiting: CampaignData | null = null
let stopListening: (() => void) | undefined

/** Whether advertising data may be kept and sent (decision 0026); false until the visitor has answered. */
export function mayKeepCampaign(): boolean {
  return grants(consentNow() ?? 0, 'adStorage')
}

/**
 * Records where the shopper came from (spec section 4) once advertising is allowed; until then it is in this page's
 * memory alone.
 */
export function recordCampaign(data: CampaignData): void {
  waiting = data
  stopListening?.()
  stopListening = onConsent(settle)
  settle()
}

function settle(): void {
  const data = waiting
  if (consentNow() === undefined || data === null) return
  waiting = null
  if (mayKeepCampaign()) rememberCampaign(data)
}
