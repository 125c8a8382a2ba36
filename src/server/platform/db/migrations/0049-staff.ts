import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { counter, index, table } from './columns.ts'

/** The people who run the shop: accounts, factors, sessions and invitations, and the log of what they did. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createAccounts(db)
  await createFactors(db)
  await createSessions(db)
  await createAuditLog(db, kind)
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await table(db, 'staff', {
    id: 'text',
    email: 'text',
    name: 'text',
    language: 'text',
    role: 'text',
    password_hash: 'text?',
    totp_secret: 'text?',
    totp_step: 'int',
    is_active: 'flag',
    version: 'int',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('staff_key', ['id'])
    .addUniqueConstraint('staff_email', ['email'])
    .execute()
  await table(db, 'staff_roles', { name: 'text', permissions: 'text', version: 'int' })
    .addPrimaryKeyConstraint('staff_roles_key', ['name'])
    .execute()
  await table(db, 'staff_views', { id: 'text', staff_id: 'text', list: 'text', name: 'text', query: 'text' })
    .addPrimaryKeyConstraint('staff_views_key', ['id'])
    .addForeignKeyConstraint('staff_views_staff', ['staff_id'], 'staff', ['id'])
    .addUniqueConstraint('staff_views_name', ['staff_id', 'list', 'name'])
    .execute()
}

async function createFactors(db: Kysely<unknown>): Promise<void> {
  await table(db, 'staff_passkeys', {
    id: 'text',
    staff_id: 'text',
    public_key: 'text',
    counter: 'money',
    transports: 'text',
    name: 'text',
    created_at: 'text',
    last_used_at: 'text?',
  })
    .addPrimaryKeyConstraint('staff_passkeys_key', ['id'])
    .addForeignKeyConstraint('staff_passkeys_staff', ['staff_id'], 'staff', ['id'])
    .execute()
  await table(db, 'staff_recovery_codes', { hash: 'text', staff_id: 'text' })
    .addPrimaryKeyConstraint('staff_recovery_codes_key', ['hash'])
    .addForeignKeyConstraint('staff_recovery_codes_staff', ['staff_id'], 'staff', ['id'])
    .execute()
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await table(db, 'staff_sessions', {
    hash: 'text',
    id: 'text',
    staff_id: 'text',
    stage: 'text',
    factor_at: 'text?',
    address: 'text',
    user_agent: 'text',
    created_at: 'text',
    last_used_at: 'text',
    expires_at: 'text',
  })
    .addPrimaryKeyConstraint('staff_sessions_key', ['hash'])
    .addForeignKeyConstraint('staff_sessions_staff', ['staff_id'], 'staff', ['id'])
    .execute()
  await table(db, 'staff_invitations', {
    hash: 'text',
    id: 'text',
    email: 'text',
    role: 'text',
    language: 'text',
    staff_id: 'text?',
    invited_by: 'text',
    created_at: 'text',
    expires_at: 'text',
  })
    .addPrimaryKeyConstraint('staff_invitations_key', ['hash'])
    .execute()
  await table(db, 'staff_used_challenges', { hash: 'text', expires_at: 'text' })
    .addPrimaryKeyConstraint('staff_used_challenges_key', ['hash'])
    .execute()
  for (const name of ['staff_passkeys', 'staff_recovery_codes', 'staff_sessions'])
    await index(db, `${name}_of_staff`, name, ['staff_id'])
}

async function createAuditLog(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('seq', counter(kind))
    .addColumn('id', 'text', (define) => define.notNull().unique())
    .addColumn('at', 'text', (define) => define.notNull())
    .addColumn('staff_id', 'text')
    .$call((create) =>
      ['actor', 'address', 'operation', 'subject_kind', 'subject_id', 'subject', 'before', 'after', 'note'].reduce(
        (builder, name) => builder.addColumn(name, 'text', (define) => define.notNull()),
        create,
      ),
    )
    .execute()
  await index(db, 'audit_log_subject', 'audit_log', ['subject_kind', 'subject_id', 'seq'])
  await index(db, 'audit_log_staff', 'audit_log', ['staff_id', 'seq'])
  await index(db, 'audit_log_operation', 'audit_log', ['operation', 'seq'])
  await refuseChanges(db, kind)
}

/** The log is append-only also for a statement that somebody writes by mistake. */
async function refuseChanges(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') {
    for (const change of ['update', 'delete'])
      await sql`create trigger ${sql.raw(`audit_log_no_${change}`)} before ${sql.raw(change)} on audit_log
        begin select raise(abort, 'The audit log is append-only.'); end`.execute(db)
    return
  }
  await sql`create function refuse_audit_change() returns trigger language plpgsql as
    $$ begin raise exception 'The audit log is append-only.'; end $$`.execute(db)
  await sql`create trigger audit_log_append_only before update or delete on audit_log
    for each row execute function refuse_audit_change()`.execute(db)
}
