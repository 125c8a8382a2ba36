import 'vitest'

/** What the global set-up of a vitest run hands to its test files; read by `inject`. */
declare module 'vitest' {
  interface ProvidedContext {
    engine: 'sqlite' | 'postgres'
    /** Folder for everything that this run's tests write; it goes when the run ends. */
    runFolder: string
    /** Server and name prefix of this run's databases; every database with the prefix is dropped when the run ends. */
    postgresServer: { url: string; prefix: string }
  }
}
