import { randomBytes } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import { inject } from 'vitest'
import { connect } from '../../src/server/platform/db/connect.ts'
import { type Content, type DatabaseCopy, fill, newDataFolder } from './database-copy.ts'

/** A copy of the run's template database. */
export async function copyPostgres(content: Content): Promise<DatabaseCopy> {
  const { url, drop } = await makeDatabase(content)
  return { location: { postgresUrl: url }, env: { SHOP_DATA: newDataFolder(), DATABASE_URL: url }, drop }
}

/** Makes a database from the run's template. FILE_COPY takes half the time of the default where fsync is off. */
export async function makeDatabase(content: Content): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${inject('postgresServer').prefix}${randomBytes(6).toString('hex')}`
  await asAdmin(async (admin) => {
    const template = await templateDatabase(admin, content)
    await admin.query(`create database "${name}" template "${template}" strategy file_copy`)
  })
  const drop = (): Promise<void> => asAdmin((admin) => admin.query(`drop database if exists "${name}" with (force)`))
  return { url: databaseUrl(name), drop }
}

/** The first test creates it, while an advisory lock makes the other workers wait. */
async function templateDatabase(admin: PoolClient, content: Content): Promise<string> {
  const template = `${inject('postgresServer').prefix}${content}`
  const lock = [template]
  await admin.query('select pg_advisory_lock(hashtext($1))', lock)
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount === 0) await makeTemplate(admin, template, content)
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', lock)
  }
  return template
}

/** Renamed only when complete, so that a failed migration is retried, and reported, by the next test. */
async function makeTemplate(admin: PoolClient, template: string, content: Content): Promise<void> {
  const draft = `${template}_draft_${randomBytes(3).toString('hex')}`
  await admin.query(`create database "${draft}"`)
  const open = connect({ postgresUrl: databaseUrl(draft), poolSize: 2 })
  try {
    await fill(open, content)
  } finally {
    await open.db.destroy()
  }
  await admin.query(`alter database "${draft}" rename to "${template}"`)
}

function databaseUrl(name: string): string {
  const url = new URL(inject('postgresServer').url)
  url.pathname = `/${name}`
  return url.href
}

/** One connection of each worker to the maintenance database: a new one for each test takes 5 ms of its two sides. */
let administration: Pool | undefined

async function asAdmin(work: (admin: PoolClient) => Promise<unknown>): Promise<void> {
  administration ??= new Pool({ connectionString: inject('postgresServer').url, allowExitOnIdle: true })
  const admin = await administration.connect()
  try {
    await work(admin)
  } finally {
    admin.release()
  }
}
