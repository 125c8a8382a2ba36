export const campaignStates = ['runs', 'to_come', 'over'] as const
export type CampaignState = (typeof campaignStates)[number]

/** Whether a campaign runs at a moment; times are UTC ISO, and its end is no longer part of it. */
export function campaignState(
  { starts_at: startsAt, ends_at: endsAt }: { starts_at: string; ends_at: string },
  at: string,
): CampaignState {
  if (endsAt <= at) return 'over'
  return startsAt > at ? 'to_come' : 'runs'
}
