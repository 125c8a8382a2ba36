import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Shop } from '../shop.ts'

/** Customer id and network of a login attempt. Never the typed text, which may be a password in the wrong field. */
export type LoginAttempt = { method: 'password' | 'link'; customer: string | null; network: string }

/** Logs a login attempt, for later investigation of successful and failed logins (ASVS 16.3.1). */
export function logLogin({ log }: Pick<Shop, 'log'>, attempt: LoginAttempt, result: string): void {
  const line = { login: { ...attempt, result } }
  if (result === 'signed_in') log.info(line, 'a customer signed in')
  else log.warn(line, 'a login failed')
}

/** Logs the error with which a login step fails, and rethrows it. */
export async function withLoginLog<Result>(
  shop: Pick<Shop, 'log'>,
  attempt: LoginAttempt,
  step: Promise<Result>,
): Promise<Result> {
  return step.catch((thrown: unknown) => {
    if (thrown instanceof ProblemError) logLogin(shop, attempt, thrown.code)
    throw thrown
  })
}
