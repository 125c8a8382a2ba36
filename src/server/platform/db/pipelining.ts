import {
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type ConnectionProvider,
  type DatabaseConnection,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely'
import type { Database, Tables } from './tables.ts'

/**
 * Creates Kysely on PostgreSQL whose transactions send a statement without waiting for the previous answer. Statements
 * arrive in the order in which they were issued, so a transaction that awaits each one works as usual; those of a
 * `Promise.all` are sent in one message.
 */
export function pipelined(pool: PostgresPool): Database {
  const [dialect, driver] = [new PostgresDialect({ pool }), new PipeliningDriver({ pool })]
  void driver.init()
  const executor = new PipeliningExecutor(
    new PostgresQueryCompiler(),
    new PostgresAdapter(),
    new DefaultConnectionProvider(driver),
  )
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
}

class PipeliningDriver extends PostgresDriver {
  /** Not awaited: `begin` is sent with the first statement, which fails too if the connection does. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    super.beginTransaction(connection, settings).catch(() => {})
  }
}

class PipeliningExecutor extends DefaultQueryExecutor {
  /**
   * Kysely calls this for a transaction, with a provider that admits one statement at a time; replaces that provider.
   */
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider(new OneConnection(provider))
  }
}

/** No mutex: pg's queue preserves the order of the statements. */
class OneConnection implements ConnectionProvider {
  readonly #connection: Promise<DatabaseConnection>

  constructor(provider: ConnectionProvider) {
    this.#connection = provider.provideConnection(async (connection) => connection)
  }

  async provideConnection<Result>(consumer: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    return consumer(await this.#connection)
  }
}
