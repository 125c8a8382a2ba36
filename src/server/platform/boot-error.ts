/**
 * The shop cannot start or a command cannot run here; the message is one sentence or more for the person who started
 * it.
 */
export class BootError extends Error {
  override readonly name: string = 'BootError'
}

/** Also true for the classes of the built bundle, which has copies of its own. */
export function isBootError(error: unknown): error is Error {
  return error instanceof Error && (error.name === 'BootError' || error.name === 'EnvError')
}
