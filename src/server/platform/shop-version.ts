import about from '../../../package.json' with { type: 'json' }

/** Returns the version of this program, such as "0.1.0". */
export function shopVersion(): string {
  return about.version
}
