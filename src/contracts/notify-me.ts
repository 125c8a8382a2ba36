/** What a product page says after its form was sent, as the fragment of its address: the page itself is everybody's. */
export const notifyOutcomes = ['notify-sent', 'notify-email', 'notify-later'] as const
export type NotifyOutcome = (typeof notifyOutcomes)[number]

/** The screen behind a mailed link: asks whether to write, or tells that we will. */
export type NotifyMePage =
  | { kind: 'ask' | 'confirmed'; token: string; name: string; sku: string; path: string }
  | { kind: 'over' }
