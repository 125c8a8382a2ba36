/**
 * Parameters that a link into the shop brings along: a filled cart, a discount code, where it came from (spec section
 * 4).
 */
const landingParameter = /^(?:atc|disc|utm_(?:source|medium|campaign|term|content|id)|gclid|msclkid|fbclid)$/

export function isLandingParameter(name: string): boolean {
  return landingParameter.test(name)
}

/**
 * Parameters that say where a shopper came from; each of them has campaign data recorded (spec section 4, "Marketing
 * parameters").
 */
export function isMarketingParameter(name: string): boolean {
  return isLandingParameter(name) && name !== 'atc' && name !== 'disc'
}
