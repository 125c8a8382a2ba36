import 'vitest'

/** What the global setup of a vitest run provides to its test files; read by `inject`. */
declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres'
    /** The folder for everything the run's tests write; removed when the run ends. */
    runFolder: string
    /** Server and name prefix of this run's databases; every database with the prefix is dropped when the run ends. */
    postgresServer: { url: string; prefix: string }
  }
}
