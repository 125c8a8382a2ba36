export const goodsReaders = ['owner', 'manager', 'seller', 'warehouse', 'editor'] as const
export const goodsWriters = ['owner', 'manager', 'editor'] as const
