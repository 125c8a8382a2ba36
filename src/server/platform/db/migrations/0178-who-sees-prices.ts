import type { Kysely } from 'kysely'

type Roles = { staff_roles: { name: string; permissions: string; version: number } }

/** Own roles that see products keep seeing coupons, price lists and changes of prices, which have a permission now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const roles = db as Kysely<Roles>
  for (const { name, permissions } of await roles.selectFrom('staff_roles').selectAll().execute()) {
    const all: unknown = JSON.parse(permissions)
    if (!Array.isArray(all) || !all.includes('products.view')) continue
    await roles
      .updateTable('staff_roles')
      .set({ permissions: JSON.stringify([...all, 'prices.view']) })
      .where('name', '=', name)
      .execute()
  }
}
