import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Shop } from '../shop.ts'

/** Whose login it is, by id, and from where: never what was typed, which may be a password in the wrong field. */
export type LoginAttempt = { method: 'password' | 'link'; customer: string | null; network: string }

/** Writes a login to the log, for finding out later who got in and who tried (ASVS 16.3.1). */
export function logLogin({ log }: Pick<Shop, 'log'>, attempt: LoginAttempt, result: string): void {
  const line = { login: { ...attempt, result } }
  if (result === 'signed_in') log.info(line, 'a customer signed in')
  else log.warn(line, 'a login failed')
}

/** Logs the refusal that a step of a login ends with. */
export async function logged<Result>(
  shop: Pick<Shop, 'log'>,
  attempt: LoginAttempt,
  step: Promise<Result>,
): Promise<Result> {
  return step.catch((thrown: unknown) => {
    if (thrown instanceof ProblemError) logLogin(shop, attempt, thrown.code)
    throw thrown
  })
}
