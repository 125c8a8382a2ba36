/** What a new shop needs before it can sell, in the order of the screen. */
export const firstSteps = [
  'company',
  'looks',
  'sales',
  'rates',
  'delivery',
  'payment',
  'texts',
  'goods',
  'staff',
  'mail',
  'backups',
  'order',
] as const
export type FirstStep = (typeof firstSteps)[number]

/** `address` is where the step is done; null for one that the person who runs the server does. */
export type FirstStepsPage = {
  steps: readonly { name: FirstStep; isDone: boolean; address: string | null; details: readonly string[] }[]
  done: number
}
