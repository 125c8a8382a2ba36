/** What somebody stops: word of one part that comes back, or the shop's own mailings. */
export type UnsubscribePage =
  | { kind: 'alert' | 'mail'; token: string; /** The part's name. */ name: string; isOn: boolean; /** Just turned on again. */ isUndone: boolean }
  | { kind: 'over' }
