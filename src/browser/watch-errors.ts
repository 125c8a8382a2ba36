/** Reports uncaught errors; the reporter is only loaded on the first error. */
export function watchErrors(): void {
  addEventListener('error', (event) => void report(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => void report(event.reason))
}

async function report(error: unknown): Promise<void> {
  const { reportError } = await import('./report-error.ts')
  reportError(error)
}
