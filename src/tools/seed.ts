import type { Env } from '../server/env.ts'

/** Lines that tell how to sign in to the demo. */
export const demoLogins: readonly string[] = []

/** Fills an empty database with the demo shop, telling how far it is; does nothing when there is a product already. */
export async function seedIfEmpty(_env: Env, _say: (line: string) => void): Promise<void> {}
