/**
 * The result of the product page's alert form, passed in the URL fragment because the page itself is cached for
 * everyone.
 */
export const notifyOutcomes = ['notify-sent', 'notify-email', 'notify-later'] as const
export type NotifyOutcome = (typeof notifyOutcomes)[number]

/** The screen behind a mailed link: asks for confirmation of an alert, or confirms it. */
export type NotifyMePage =
  | { kind: 'ask' | 'confirmed'; token: string; name: string; sku: string; path: string }
  | { kind: 'over' }
