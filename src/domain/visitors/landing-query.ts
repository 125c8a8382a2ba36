/** Query parameters that fill the cart, add a discount code or record a campaign (spec section 4). */
const landingParameter = /^(?:atc|disc|utm_(?:source|medium|campaign|term|content|id)|gclid|msclkid|fbclid)$/

export function isLandingParameter(name: string): boolean {
  return landingParameter.test(name)
}

/** Tells whether a parameter records campaign data (spec section 4, "Marketing parameters"). */
export function isMarketingParameter(name: string): boolean {
  return isLandingParameter(name) && name !== 'atc' && name !== 'disc'
}
