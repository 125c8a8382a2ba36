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
 * Kysely on PostgreSQL whose transactions send a statement without waiting for the answer to the one before. They
 * arrive in the order in which they are asked, so that a transaction that awaits each of them notices nothing; what is
 * asked with `Promise.all` goes in one message.
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
  /** Not awaited: `begin` leaves with the first statement, which fails too if the connection does. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    super.beginTransaction(connection, settings).catch(() => {})
  }
}

class PipeliningExecutor extends DefaultQueryExecutor {
  /** Called for a transaction, with what lets its statements through one at a time. */
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
