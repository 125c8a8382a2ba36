/** Schemas of PostgreSQL in which a shop is put together, beside the one in use. */
export const stagingSchemas = { move: 'shop_moving', restore: 'shop_restoring' } as const
