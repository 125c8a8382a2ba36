/**
 * The shop cannot start, or a command cannot run here; the message tells the operator why, in one or more sentences.
 */
export class BootError extends Error {
  override readonly name: string = 'BootError'
}

/**
 * Tells whether an error is a BootError. Compares the name too, because the built bundle has its own copy of the
 * class.
 */
export function isBootError(error: unknown): error is Error {
  return error instanceof Error && (error.name === 'BootError' || error.name === 'EnvError')
}
